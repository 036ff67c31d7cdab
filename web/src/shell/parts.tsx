// parts.tsx: small things that all views are made of.
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { t } from '../i18n';
import { linkTo } from '../route';

/** A card. `title` becomes its heading and its name for screen readers. */
export function Panel({ title, extra, children, className = '' }:
  { title?: string; extra?: ComponentChildren; children: ComponentChildren; className?: string }) {
  return (
    <section class={`panel ${className}`} aria-label={title}>
      {(title || extra) && <header class="panel-head">{title && <h2>{title}</h2>}<span class="extra">{extra}</span></header>}
      {children}
    </section>
  );
}

async function toClipboard(text: string) {
  try { await navigator.clipboard.writeText(text); return; } catch { /* not allowed here: the old way */ }
  const area = document.createElement('textarea');
  area.value = text;
  document.body.append(area);
  area.select();
  document.execCommand('copy');
  area.remove();
}

export function CopyButton({ text, label }: { text: string | (() => string); label: string }) {
  const [done, setDone] = useState(false);
  const copy = async () => {
    await toClipboard(typeof text === 'string' ? text : text());
    setDone(true);
    setTimeout(() => setDone(false), 1500);
  };
  return <button type="button" class="link" onClick={copy}>{done ? t('shell.copied') : label}<span class="hidden" role="status">{done ? t('shell.copied') : ''}</span></button>;
}

/** What is shown, as a command and as a link: `hash` as route.ts makes it. */
export function SameAgain({ command, hash }: { command?: string; hash?: string }) {
  return (
    <div class="again">
      {command && <code title={t('shell.command')}><span aria-hidden="true">$ </span>{command}</code>}
      {command && <CopyButton text={command} label={t('shell.copy')} />}
      {hash && <CopyButton text={() => linkTo(hash)} label={t('shell.copyLink')} />}
    </div>
  );
}

/** A window over the page: takes the focus, closes with Escape or a click beside it. */
export function Dialog({ title, onClose, children, className = '' }:
  { title: string; onClose: () => void; children: ComponentChildren; className?: string }) {
  const ref = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const dialog = ref.current!;
    dialog.showModal();
    dialog.querySelector<HTMLElement>('[data-first]')?.focus();
    return () => dialog.close();
  }, []);
  return (
    <dialog ref={ref} class={className} aria-label={title} onCancel={(event) => { event.preventDefault(); onClose(); }}
      onClick={(event) => event.target === ref.current && onClose()}>
      <div class="dialog-body">
        <header class="panel-head"><h2>{title}</h2><button type="button" class="quiet" aria-label={t('shell.close')} title={`${t('shell.close')} (Esc)`} onClick={onClose}>✕</button></header>
        {children}
      </div>
    </dialog>
  );
}

/** Something under way: how far it is, and a way to stop it. `share` null: nobody knows. */
export function Progress({ share, label, onStop, stop }: { share: number | null; label: string; onStop?: () => void; stop?: string }) {
  return (
    <div class="progress">
      <span>{label}</span>
      <progress aria-label={label} max={1} {...(share === null ? {} : { value: share })} />
      {onStop && <button type="button" onClick={onStop}>{stop}</button>}
    </div>
  );
}
