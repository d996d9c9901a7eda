/** How many sentences of one explanation are put to a judge at most, each a question of its own. */
export const mostSentences = 100
