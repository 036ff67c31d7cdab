// LessonsView.tsx: the view `#/lessons`: all of them, or with `?lesson=NAME` one. What they say is loaded when it is opened.
import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import { useTries } from '../again';
import { engine } from '../engine';
import { t } from '../i18n';
import { hashOf, route } from '../route';
import { tell } from '../shell/notice';
import { useStore } from '../store';
import { sentence } from '../table';
import { GROUPS, say, type Lesson } from './lesson';
import type { All } from './lessons';

let loaded: All | null = null;

function useLessons(): All | null {
  const [all, setAll] = useState(loaded), tries = useTries(!all);
  useEffect(() => {
    if (!loaded) import('./lessons').then((found) => setAll((loaded = found.all)), (error) => tell(sentence(error), { kind: 'error' }));
  }, [tries]);
  return all;
}

function Card({ lesson }: { lesson: Lesson }) {
  return (
    <li>
      <a class="panel lesson-card" href={hashOf('lessons', { lesson: lesson.name })}>
        <svg class="lesson-icon" viewBox="0 0 64 40" aria-hidden="true">{lesson.icon}</svg>
        <span><b>{say(lesson.title)}</b><span class="muted">{say(lesson.summary)}</span></span>
      </a>
    </li>
  );
}

/** Lessons of the engine that have no page: at least how to have them. */
function ToCome({ lessons }: { lessons: readonly Lesson[] }) {
  const [names, setNames] = useState<string[]>([]);
  useEffect(() => void engine.lessons().then((all) => setNames(all.map((one) => one.name).filter((name) => !lessons.some((one) => one.name === name))), () => {}), []);
  if (names.length === 0) return null;
  return (
    <section class="lessons-to-come"><h2>{t('lessons.toCome')}</h2>
      <ul>{names.map((name) => <li key={name}><code>banyan lesson {name}</code></li>)}</ul>
    </section>
  );
}

function List({ lessons }: { lessons: readonly Lesson[] }) {
  const groups = GROUPS.map((group) => [group, lessons.filter((one) => one.group === group)] as const).filter(([, all]) => all.length > 0);
  return (
    <div class="lessons">
      <p class="muted">{t('lessons.intro')}</p>
      {groups.map(([group, all]) => (
        <section key={group} aria-label={t(`lessons.${group}`)}>
          <h2>{t(`lessons.${group}`)}</h2>
          <ul class="lesson-cards">{all.map((one) => <Card key={one.name} lesson={one} />)}</ul>
        </section>
      ))}
      <ToCome lessons={lessons} />
    </div>
  );
}

export function LessonsView() {
  const { params } = useStore(route);
  const { lesson: name } = params;
  const all = useLessons();
  const lesson = all?.lessons.find((one) => one.name === name);
  useLayoutEffect(() => { if (lesson) scrollTo(0, 0); }, [lesson]);
  if (!all) return <p class="empty">{t('lessons.loading')}</p>;
  if (lesson) return <all.LessonPage key={JSON.stringify(params)} lesson={lesson} params={params} />;
  return <>{name && <p class="empty">{t('lessons.none', { name })}</p>}<List lessons={all.lessons} /></>;
}
