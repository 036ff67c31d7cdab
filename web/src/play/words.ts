export const words = {
  'play.new': ['New game', 'Nouvelle partie'],
} as const;
