// LessonPage.tsx: one lesson: text, the picture with its controls, three questions.
import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import { useTries } from '../again';
import { engine } from '../engine';
import { number, t } from '../i18n';
import { hashOf, rewrite } from '../route';
import { SameAgain } from '../shell/parts';
import { sentence } from '../table';
import { countOf, say, type Both, type Figures, type Lesson } from './lesson';
import { Options } from './Options';
import { lessons } from './table';
import { stillness, useWalk, Walk } from './Walk';

/** What `in backticks` is code, [words](#/there) a link. */
const inline = (text: string): ComponentChildren => text.split(/(`[^`]*`|\[[^\]]*\]\(#[^)]*\))/).map((part, i) => {
  const [, words, there] = /^\[(.*)\]\((.*)\)$/.exec(part) ?? [];
  return i % 2 === 0 ? part : there ? <a key={i} href={there}>{words}</a> : <code key={i}>{part.slice(1, -1)}</code>;
});

function Paragraph({ text }: { text: Both }) {
  const words = say(text);
  return words.startsWith('= ') ? <pre class="formula" tabIndex={0}>{words.slice(2)}</pre> : <p>{inline(words)}</p>;
}

interface Taught { figures: Figures; command: string }

/** What the engine says with these options; the answer before stays until the next is there. Only the last one asked for counts. */
function useTaught(name: string, options: Record<string, string>): { taught: Taught | null; error: string } {
  const [taught, setTaught] = useState<Taught | null>(null);
  const [error, setError] = useState('');
  const tries = useTries(error !== '');
  useEffect(() => {
    let over = false;
    engine.lesson(name, options, ['frames']).then(
      (answer) => { if (!over) { setTaught(answer); setError(''); } },
      (reason) => { if (!over) setError(sentence(reason)); });
    return () => { over = true; };
  }, [name, JSON.stringify(options), tries]);
  return { taught, error };
}

function Moving({ lesson, params }: { lesson: Lesson; params: Record<string, string> }) {
  const [options, setOptions] = useState(() => Object.fromEntries(lesson.controls.map((one) => [one.option, params[one.option] ?? one.usual])));
  const { taught, error } = useTaught(lesson.name, options);
  const empty = taught !== null && countOf(lesson, taught.figures) === 0; // by a link that asks for more than can be drawn
  const figures = empty ? undefined : taught?.figures;
  const count = figures ? countOf(lesson, figures) : 1;
  const start = params.step === undefined ? 0 : Math.max(0, Math.floor(Number(params.step)) || 0);
  const walk = useWalk(start, figures ? count : start + 1, lesson.tempo, params.step === undefined && !stillness());
  const own = Object.fromEntries(lesson.controls.filter((one) => options[one.option] !== one.usual).map((one) => [one.option, options[one.option]]));
  const link = { lesson: lesson.name, ...own, step: String(walk.step) };
  useLayoutEffect(() => { if (figures && !walk.playing) rewrite('lessons', link); }, [JSON.stringify(link), walk.playing, Boolean(figures)]);
  const change = (option: string, value: string) => {
    if (value !== options[option]) { walk.again(); setOptions({ ...options, [option]: value }); }
  };
  const caption = figures ? lesson.caption(figures, walk.step) : '';
  return (
    <section class="panel lesson-moving" aria-label={t('lessons.picture')}>
      <figure data-step={walk.step} data-count={count} data-ready={figures ? 'yes' : 'no'}>
        {figures ? <div class="lesson-picture" role="img" aria-label={caption}>{lesson.picture(figures, walk.step)}</div> : <div class="lesson-blank" />}
        <figcaption aria-live={walk.playing ? 'off' : 'polite'}>{caption}</figcaption>
      </figure>
      <Walk walk={walk} count={count} ready={Boolean(figures)} />
      {figures?.frames_cut && <p class="muted">{t('lessons.cut', { n: number(figures.frames.length) })}</p>}
      <Options controls={lesson.controls} values={options} onChange={change} />
      {empty && <p class="error" role="alert">{t('lessons.tooLarge')}</p>}
      {error && <p class="error" role="alert">{error}</p>}
      <SameAgain command={taught?.command} hash={hashOf('lessons', link)} />
    </section>
  );
}

function Questions({ lesson }: { lesson: Lesson }) {
  return (
    <section class="lesson-questions" aria-label={t('lessons.questions')}>
      <h3>{t('lessons.questions')}</h3>
      <ol>
        {lesson.questions.map((one, i) => (
          <li key={i}>
            <p>{inline(say(one.ask))}</p>
            <details><summary>{t('lessons.answer')}</summary><p class="answer">{inline(say(one.answer))}</p></details>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Turn({ lesson }: { lesson: Lesson }) {
  const at = lessons.indexOf(lesson), to = (other: Lesson | undefined, word: 'previous' | 'next') =>
    other && <a class={word} href={hashOf('lessons', { lesson: other.name })}>{word === 'previous' && '← '}<span class="hidden">{t(`lessons.${word}`)}: </span>{say(other.title)}{word === 'next' && ' →'}</a>;
  return <nav class="lesson-turn" aria-label={t('lessons.title')}>{to(lessons[at - 1], 'previous')}{to(lessons[at + 1], 'next')}</nav>;
}

export function LessonPage({ lesson, params }: { lesson: Lesson; params: Record<string, string> }) {
  return (
    <article class="lesson" data-lesson={lesson.name}>
      <div class="lesson-text">
        <a href={hashOf('lessons', {})}>{t('lessons.all')}</a>
        <h2>{say(lesson.title)}</h2>
        {lesson.text.map((one, i) => <Paragraph key={i} text={one} />)}
      </div>
      <Moving lesson={lesson} params={params} />
      <div class="lesson-end"><Questions lesson={lesson} /><Turn lesson={lesson} /></div>
    </article>
  );
}
