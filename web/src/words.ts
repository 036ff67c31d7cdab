// words.ts: words of the engine's in French. A game that is not known here appears in the engine's English.
export const engineWords: Record<string, string> = {
  Black: 'Noir', White: 'Blanc', pass: 'passe', discs: 'pions', captures: 'prisonniers', stones: 'pierres',
  beginner: 'débutant', easy: 'facile', medium: 'moyen', hard: 'difficile', expert: 'expert', master: 'maître',
  human: 'humain', size: 'taille', handicap: 'handicap', scoring: 'décompte', komi: 'komi', rule: 'règle', heaps: 'tas', row: 'rangée', turns: 'lancers',
  dead: 'mortes', territory: 'territoire', prisoners: 'prisonniers', points: 'points', empties: 'cases vides',
  'm,n,k game': 'Jeu m,n,k', 'Tic-tac-toe': 'Morpion', Stones: 'Cailloux', "Nim (Grundy's game)": 'Nim (jeu de Grundy)',
  Breakthrough: 'Breakthrough', 'Connect Four': 'Puissance 4', 'Explicit tree': 'Arbre explicite', Coins: 'Pièces',
  'place stones in turn; the first with k in a row wins, a full board is a draw':
    'on pose des pierres à tour de rôle ; le premier qui en aligne k gagne, un plateau plein est nul',
  'take the first one, two or three stones of the row; the larger sum wins':
    'on prend les une, deux ou trois premières pierres de la rangée ; la plus grande somme gagne',
  'split a heap into two heaps of different sizes; who cannot move loses':
    'on partage un tas en deux tas différents ; qui ne peut plus jouer perd',
  'pawns step or capture forward; reach the last row or capture everything to win':
    'les pions avancent ou prennent ; on gagne en atteignant la dernière rangée ou en prenant tout',
  'drop stones into columns in turn; the first with four in a row wins':
    'on laisse tomber des jetons dans les colonnes ; le premier qui en aligne quatre gagne',
  "go down a given tree by turns; X wants the leaf's number large, O small":
    'on descend un arbre donné à tour de rôle ; X veut une grande feuille, O une petite',
  'throw one or more coins by turns; they count if all fall heads; most heads win':
    'on lance des pièces à tour de rôle ; elles comptent si toutes tombent sur face ; le plus de faces gagne',
  'place stones as in Go, but never capture or commit suicide; who cannot move loses':
    'on pose des pierres comme au go, sans jamais prendre ni se suicider ; qui ne peut plus jouer perd',
  'surround territory and capture what has no liberties; the larger area wins':
    'on entoure du territoire et on prend ce qui n’a plus de libertés ; la plus grande surface gagne',
  "enclose the opponent's discs to turn them over; most discs win":
    'on encadre les pions adverses pour les retourner ; le plus de pions gagne',
  'place stones in turn; five in a row win, along a row, a column or a diagonal':
    'on pose des pierres à tour de rôle ; cinq alignées gagnent, en ligne, colonne ou diagonale',
  'the board, columns x rows': 'le plateau, colonnes x rangées', 'the board, a square': 'le plateau, un carré',
  'columns x rows': 'colonnes x rangées',
  'stones in a row that win': 'pierres à aligner pour gagner',
  'columns, instead of size': 'colonnes, à la place de size', 'rows, instead of size': 'rangées, à la place de size',
  'the stones from the first to the last, separated by blanks': 'les pierres de la première à la dernière, séparées par des blancs',
  'the sizes of the heaps at the start, separated by blanks': 'la taille des tas au début, séparées par des blancs',
  'throws of each player': 'lancers de chaque joueur',
  'the board: 4x4, 6x6, 8x8, 10x10': 'le plateau : 4x4, 6x6, 8x8, 10x10',
  'stones of Black on the board at the start; White then begins': 'pierres de Noir au début ; Blanc commence alors',
  'no move may bring back a whole-board position of the game': 'aucun coup ne peut ramener une position entière de la partie',
  'five or more win; exactly five; exactly five and forbidden moves for X, five or more for O':
    'cinq ou plus gagnent ; exactement cinq ; exactement cinq et coups interdits pour X, cinq ou plus pour O',
  'stones and territory, or territory and prisoners; chinese is area, japanese territory':
    'pierres et territoire, ou territoire et prisonniers ; chinese est area, japanese territory',
};
