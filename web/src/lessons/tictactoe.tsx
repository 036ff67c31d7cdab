// tictactoe.tsx: tic-tac-toe to the end: what every move is worth.
import { number } from '../i18n';
import { Cells, cellOf, stonesOf } from './cells';
import { say, type Figures, type Lesson } from './lesson';

interface Move { move: string; value: number; plies: number; games: number; x: number; o: number; draws: number }
const sign = (value: number): string => (value > 0 ? 'X' : value < 0 ? 'O' : '=');

function picture({ position, moves }: Figures, step: number) {
  const seen: Move[] = moves.slice(0, step), now: Move | undefined = seen[seen.length - 1];
  const words = Object.fromEntries(seen.map((one) => [cellOf(one.move), sign(one.value)]));
  const share = now ? [now.x, now.draws, now.o].map((n) => (340 * n) / now.games) : [0, 0, 0];
  return (
    <svg class="tictactoe" viewBox="0 0 400 250" data-seen={seen.length} data-value={now?.value ?? ''} data-games={now?.games ?? ''}>
      <Cells cells={stonesOf(position)} words={words} now={now && cellOf(now.move)} x={110} y={6} />
      {now && <><rect class="bar first" x="30" y="206" width={share[0]} height="16" /><rect class="bar none" x={30 + share[0]} y="206" width={share[1]} height="16" /><rect class="bar second" x={30 + share[0] + share[1]} y="206" width={share[2]} height="16" />
        <text class="name" x="30" y="240">X {number(now.x)}</text><text class="name" x="200" y="240" text-anchor="middle">= {number(now.draws)}</text><text class="name" x="370" y="240" text-anchor="end">O {number(now.o)}</text></>}
    </svg>
  );
}

function caption({ moves, value, position }: Figures, step: number) {
  if (step === 0) return say(['{side} is to move. What is each move worth?', 'C’est à {side}. Que vaut chaque coup ?'], { side: position.slice(-1) });
  const one: Move = moves[step - 1], end = step === moves.length ? ` ${say(['The position: {what}.', 'La position : {what}.'], { what: result(value) })}` : '';
  return say(['{move}: {what} after best play; {games} games begin with it.', '{move} : {what} avec le meilleur jeu ; {games} parties commencent ainsi.'],
    { move: one.move, what: result(one.value), games: number(one.games) }) + end;
}
const result = (value: number): string => (value === 0 ? say(['a draw', 'partie nulle']) : say(['{who} wins', '{who} gagne'], { who: sign(value) }));

export const tictactoe: Lesson = {
  name: 'tictactoe',
  group: 'games',
  title: ['Tic-tac-toe to the end', 'Le tic-tac-toe jusqu’au bout'],
  summary: ['Minimax on a whole game: every move, and what it is worth', 'Minimax sur un jeu entier : chaque coup, et ce qu’il vaut'],
  icon: <><path class="ink" d="M24 4v32M40 4v32M12 14h40M12 26h40" /><circle class="fill" cx="32" cy="20" r="4" /></>,
  text: [
    ['Minimax looks at every move, every answer, every answer to that, up to the end of each game. There a line of three says who has won, and nobody has to guess.',
      'Minimax regarde chaque coup, chaque réponse, chaque réponse à celle-ci, jusqu’à la fin de chaque partie. Là, une ligne de trois dit qui a gagné, et personne ne devine.'],
    ['On the way back X takes the largest of the values, O the smallest: `X` wins, `=` is a draw, `O` wins.',
      'Au retour, X prend la plus grande des valeurs, O la plus petite : `X` gagne, `=` est nulle, `O` gagne.'],
    ['The picture shows the moves of the position one after the other: the sign in the cell is what the move is worth, and the bar below how all the games behind it end, good and bad ones, each counted once.',
      'L’image montre les coups l’un après l’autre : le signe dans la case dit ce que vaut le coup, et la barre comment finissent toutes les parties qui le suivent, bonnes et mauvaises, comptées chacune une fois.'],
  ],
  controls: [{ option: 'moves', label: ['Moves before', 'Coups joués'], usual: 'b2', values: ['b2', 'a1', 'b2 b1', 'a1 b2', 'a1 c3', 'a1 b2 c3'] }],
  tempo: 1100,
  count: ({ moves }) => moves.length + 1,
  picture,
  caption,
  questions: [
    {
      ask: ['X has begun in the middle. Which answers lose for O?', 'X a commencé au centre. Quelles réponses perdent pour O ?'],
      answer: ['The four on the sides: after `b2 b1` X wins within 5 plies. In a corner O holds the draw.', 'Les quatre du milieu des bords : après `b2 b1` X gagne en 5 demi-coups. Dans un coin, O tient la nulle.'],
      holds: [[5, { moves: 'b2 b1' }, 'plies']],
    },
    {
      ask: ['How many games are there from the empty board?', 'Combien de parties y a-t-il depuis le plateau vide ?'],
      answer: ['255168 games on 549946 positions, counted by lines of play. And still the value is 0: nobody can win against best play.', '255168 parties sur 549946 positions, comptées par lignes de jeu. Et pourtant la valeur est 0 : personne ne gagne contre le meilleur jeu.'],
      holds: [[255168, {}, 'games'], [549946, {}, 'positions'], [0, {}, 'value']],
    },
    {
      ask: ['X wins 131184 of all games and O 77904. Why is the game a draw all the same?', 'X gagne 131184 parties et O 77904. Pourquoi le jeu est-il nul quand même ?'],
      answer: ['131184 and 77904 count every game that the rules allow, whatever mistakes are in it. Minimax looks for those in which nobody errs, and they all end in a draw.', '131184 et 77904 comptent toutes les parties permises par les règles, avec leurs fautes. Minimax cherche celles où nul ne se trompe, et toutes sont nulles.'],
      holds: [[131184, {}, 'x'], [77904, {}, 'o']],
    },
  ],
};
