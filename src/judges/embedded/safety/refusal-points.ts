/** Whether a key point asks for what a refusal is: saying that there is nothing to go by, or that something is lacking. */
export function asksToRefuse(point: string): boolean {
  return REFUSES.test(point)
}

/** Whether a key point asks for nothing to be made up. Whoever goes on after refusing may have. */
export function asksNotToGuess(point: string): boolean {
  return GUESSES_NOT.test(point)
}

const REFUSES =
  /(?:ない|無い|足りない|不足(?:して(?:いる)?)?|見つからない|見当たらない|答えられない)(?:という)?(?:こと|旨)を?[^。]{0,6}(?:伝え|知らせ|述べ|示|明示|回答|言)|\b(?:say|tell|state|explain|inform|mention|admit)\b[^.]{0,40}\b(?:no|not|none|nothing|lacks?|lacking|missing|insufficient)\b/i

const GUESSES_NOT =
  /推測[^。]{0,12}(?:ない|しない|避け|控え)|\b(?:do not|don't|does not|must not|never|without|avoid)\b[^.]{0,20}\b(?:guess|invent|mak(?:e|ing) up|speculat|assum|fabricat)\w*/i
