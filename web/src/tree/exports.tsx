// exports.tsx: a tree as a file: what is shown as SVG that stands for itself, the numbers as JSON.
import { t } from '../i18n';
import { barOf, edgeTo, layOut, LINE, outlineOf, textTop, type DrawnNode } from './layout';

export function download(name: string, type: string, text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

const escape = (text: string) => text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);

const STYLE = 'text{font:12px system-ui,sans-serif;text-anchor:middle;fill:#5f6770}.name{font-size:14px;font-weight:650;fill:#1e2226}.shape{fill:#fffefb;stroke:#8b8f94}' +
  '.edge{fill:none;stroke:#b9b5aa}.path,.new{stroke:#1d6b50;stroke-width:2.5}.new,.more{stroke-dasharray:5 4}.cut{stroke:#b13f2c;stroke-dasharray:3 3}.share{fill:#1d6b50;opacity:.35}.side{text-anchor:start}';

/** The whole tree, in the colours of paper. */
export function svgOf(root: DrawnNode, title: string): string {
  const { nodes, width, height } = layOut(root), margin = 16;
  const parts = nodes.filter((one) => one.parent).map((one) => `<path class="edge ${one.node.state ?? ''}" d="${edgeTo(one)}"/>`);
  for (const one of nodes) {
    const top = textTop(one), { node } = one;
    parts.push(`<path class="shape ${node.shape ?? ''} ${node.state ?? ''}" d="${outlineOf(one)}"/>`);
    if (node.share !== undefined) parts.push(`<path class="share" d="${barOf(one)}"/>`);
    if (node.edge) parts.push(`<text class="side" x="${(3 * one.x + one.parent!.x) / 4 + 5}" y="${one.y - 14}">${escape(node.edge)}</text>`);
    [node.label, ...node.lines].filter(Boolean).forEach((line, i) =>
      parts.push(`<text${i === 0 && node.label ? ' class="name"' : ''} x="${one.x}" y="${top + LINE * i}">${escape(line)}</text>`));
  }
  const box = [-margin, -margin, Math.ceil(width + 2 * margin), Math.ceil(height + 2 * margin)];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box.join(' ')}" width="${box[2]}" height="${box[3]}"><title>${escape(title)}</title><style>${STYLE}</style>` +
    `<rect x="${-margin}" y="${-margin}" width="100%" height="100%" fill="#fff"/>${parts.join('')}</svg>\n`;
}

/** Buttons for both. `json` is asked for when it is wanted. */
export function Exports({ name, root, json, title }: { name: string; root: DrawnNode | null; json: () => unknown; title: string }) {
  return (
    <span class="exports" role="group" aria-label={t('tree.save')}>
      <button type="button" class="link" onClick={() => download(`${name}.json`, 'application/json', `${JSON.stringify(json(), null, 1)}\n`)}>JSON</button>
      <button type="button" class="link" disabled={!root} onClick={() => root && download(`${name}.svg`, 'image/svg+xml', svgOf(root, title))}>SVG</button>
    </span>
  );
}
