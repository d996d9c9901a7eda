/** The most sentences of one explanation that a judge examines; each is a question of its own. */
export const mostSentences = 100
