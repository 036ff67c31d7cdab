export const words = {
  'board.keys': ['Arrow keys move over the board, Enter plays.', 'Les flèches parcourent le plateau, Entrée joue.'],
  'board.empty': ['empty', 'vide'],
  'board.legal': ['may be played', 'jouable'],
  'board.closed': ['closed by a rule', 'interdit par une règle'],
  'board.last': ['last move', 'dernier coup'],
  'board.chosen': ['chosen; choose where it goes', 'choisi ; choisissez où il va'],
  'board.moves': ['Moves', 'Coups'],
  'board.heap': ['heap of {n}', 'tas de {n}'],
  'board.nothing': ['nothing is left', 'il ne reste rien'],
} as const;
