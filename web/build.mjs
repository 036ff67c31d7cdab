// build.mjs: the page as it is shipped, web/dist, from web/src. The same bytes wherever it is built.
import { build } from 'esbuild';
import { gzipSync } from 'node:zlib';
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const dist = process.argv[2] ?? join(here, 'dist'); // a test builds beside it and compares
const assets = join(dist, 'assets');
const LIMIT = 120_000; // bytes, gzipped, of all that the browser loads

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
  minify: true,
  format: 'esm',
  target: 'es2020',
  jsx: 'automatic',
  jsxImportSource: 'preact',
  charset: 'utf8',
  legalComments: 'none',
  logLevel: 'warning',
});
copyFileSync(join(here, 'src', 'index.html'), join(dist, 'index.html'));
copyFileSync(join(here, 'src', 'icon.svg'), join(assets, 'icon.svg'));
writeFileSync(join(assets, 'notices.txt'), notices());

let total = 0;
for (const name of ['index.html', 'assets/app.js', 'assets/app.css', 'assets/icon.svg']) {
  const bytes = readFileSync(join(dist, name));
  const packed = gzipSync(bytes, { level: 9 }).length;
  total += packed;
  console.log(`${name.padEnd(15)} ${String(bytes.length).padStart(7)} bytes ${String(packed).padStart(7)} gzipped`);
}
console.log(`${'page weight'.padEnd(15)} ${' '.repeat(13)} ${String(total).padStart(7)} gzipped, limit ${LIMIT}`);
if (total > LIMIT) {
  console.error('The page weighs more than it may.');
  process.exit(1);
}
