// later.tsx: parts of the page that come with a file of their own, so that a page that does not show them does not load them.
import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { useTries } from '../again';
import { t } from '../i18n';
import { sentence } from '../table';

/** A component that is loaded when it is first shown. */
export function later(load: () => Promise<ComponentType>): ComponentType {
  let found: ComponentType | null = null;
  return function Later() {
    const [View, setView] = useState<ComponentType | null>(() => found), [error, setError] = useState<string | null>(null);
    const tries = useTries(error !== null);
    useEffect(() => {
      if (!found) load().then((one) => setView(() => (found = one)), (why) => setError(sentence(why)));
    }, [tries]);
    return View ? <View /> : <p class="empty" role="status">{error ?? t('shell.starting')}</p>;
  };
}
