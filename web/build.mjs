// build.mjs: the page as it is shipped, web/dist, from web/src. The same bytes wherever it is built.
import { build } from 'esbuild';
import { gzipSync } from 'node:zlib';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const dist = process.argv[2] ?? join(here, 'dist'); // a test builds beside it and compares
const assets = join(dist, 'assets');
const LIMIT = 120_000; // bytes, gzipped, of all that the browser loads to begin with
const WHOLE = 180_000; // and with the views that are loaded when they are opened

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
const { metafile } = await build({
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
  metafile: true,
});
copyFileSync(join(here, 'src', 'index.html'), join(dist, 'index.html'));
copyFileSync(join(here, 'src', 'icon.svg'), join(assets, 'icon.svg'));
writeFileSync(join(assets, 'notices.txt'), notices());

// What app.js imports, and what that imports, without what is imported on demand.
function atOnce() {
  const outputs = Object.fromEntries(Object.entries(metafile.outputs).map(([path, output]) => [basename(path), output]));
  const found = new Set(['app.js', 'app.css', 'icon.svg']);
  for (const name of found)
    for (const one of outputs[name]?.imports ?? []) if (one.kind === 'import-statement') found.add(basename(one.path));
  return found;
}

function weigh(name) {
  const bytes = readFileSync(join(dist, name));
  const packed = gzipSync(bytes, { level: 9 }).length;
  console.log(`${name.padEnd(30)} ${String(bytes.length).padStart(7)} bytes ${String(packed).padStart(7)} gzipped`);
  return packed;
}

function limit(what, weight, most) {
  console.log(`${what.padEnd(30)} ${' '.repeat(13)} ${String(weight).padStart(7)} gzipped, limit ${most}`);
  if (weight <= most) return;
  console.error('The page weighs more than it may.');
  process.exit(1);
}

const files = readdirSync(assets).filter((name) => name !== 'notices.txt').sort();
const first = atOnce();
const sum = (names) => names.reduce((all, name) => all + weigh(name), 0);
const begin = sum(['index.html', ...files.filter((name) => first.has(name)).map((name) => `assets/${name}`)]);
limit('page weight', begin, LIMIT);
limit('with all views', begin + sum(files.filter((name) => !first.has(name)).map((name) => `assets/${name}`)), WHOLE);
