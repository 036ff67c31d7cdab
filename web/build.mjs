// build.mjs: the page as it is shipped, web/dist, from web/src. The same bytes wherever it is built.
import { build } from 'esbuild';
import { gzipSync } from 'node:zlib';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const dist = process.argv[2] ?? join(here, 'dist'); // a test builds beside it and compares
const assets = join(dist, 'assets');
const LIMIT = 120_000; // bytes, gzipped, of all that the browser loads to begin with
const LATER = { lessons: 45_000, exact: 20_000 }; // what a view loads when it is opened, and what it may weigh

// The licences of what goes into the bundle: who gives it on must give on these.
function notices() {
  const { dependencies } = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8'));
  const parts = Object.keys(dependencies).sort().map((name) => {
    const at = join(here, 'node_modules', name);
    const { version } = JSON.parse(readFileSync(join(at, 'package.json'), 'utf8'));
    return `${name} ${version}\n\n${readFileSync(join(at, 'LICENSE'), 'utf8').trim()}\n`;
  });
  return `Banyan's page contains these libraries.\n\n${parts.join('\n----\n\n')}`;
}

rmSync(dist, { recursive: true, force: true });
mkdirSync(assets, { recursive: true });
await build({
  absWorkingDir: here,
  entryPoints: { app: 'src/main.tsx' },
  outdir: assets,
  bundle: true,
  splitting: true, // what is imported on demand becomes a file of its own
  chunkNames: '[name]-[hash]', // several files may be shared by those
  minify: true,
  format: 'esm',
  target: 'es2020',
  jsx: 'automatic',
  jsxImportSource: 'preact',
  charset: 'utf8',
  loader: { '.py': 'text', '.c': 'text' }, // the tutor's starters
  legalComments: 'none',
  logLevel: 'warning',
});
copyFileSync(join(here, 'src', 'index.html'), join(dist, 'index.html'));
copyFileSync(join(here, 'src', 'icon.svg'), join(assets, 'icon.svg'));
writeFileSync(join(assets, 'notices.txt'), notices());

function weigh(name) {
  const bytes = readFileSync(join(dist, name));
  const packed = gzipSync(bytes, { level: 9 }).length;
  console.log(`${name.padEnd(15)} ${String(bytes.length).padStart(7)} bytes ${String(packed).padStart(7)} gzipped`);
  return packed;
}

function limit(what, weight, most) {
  console.log(`${what.padEnd(15)} ${' '.repeat(13)} ${String(weight).padStart(7)} gzipped, limit ${most}`);
  if (weight <= most) return;
  console.error(`The ${what} is more than it may be.`);
  process.exit(1);
}

const files = ['index.html', ...readdirSync(assets).filter((name) => name !== 'notices.txt').sort().map((name) => `assets/${name}`)];
const later = (name) => Object.keys(LATER).find((what) => name.startsWith(`assets/${what}-`));
limit('page weight', files.filter((name) => !later(name)).map(weigh).reduce((sum, one) => sum + one, 0), LIMIT);
for (const name of files.filter(later)) limit(`${later(name)} weight`, weigh(name), LATER[later(name)]);
