export const words = {
  'review.title': ['Review', 'Analyse'],
} as const;
