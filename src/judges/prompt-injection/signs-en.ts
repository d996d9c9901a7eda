import { any, hint, plain, type Sign } from './sign.ts'

const grader =
  '(?:(?:auto(?:matic|mated)?[ -]?)?(?:graders?|evaluators?|markers?|examiners?|assessors?|judges?)|(?:grading|judging|judge|evaluation|scoring)[ -](?:model|system|assistant|bot|agent|llm|ai)s?)'

/** Matches a verb where an order can begin: at a clause, or after a word that asks for something. */
function ordered(verb: string): string {
  return String.raw`\b(?=${verb}\b)(?<=${before})${verb}`
}
const before = any(
  String.raw`(?:^|[\n.,;:!?>"'()\[\]{}|/#=—–-]) ?`,
  String.raw`\b(?:please|kindly|must|should|shall|now|then|and|or|so|but|simply|just|only|always|instead|do|you (?:can|may|will)|to) `,
)
/** Grading rules state a condition; an order for a verdict does not. */
const unconditional = String.raw`(?![^.!?\n]{0,60}\b(?:if|when|unless|provided|where|as long as)\b)`

const topMarks =
  '(?:full|maximum|max|top|highest|perfect|best)(?: possible| available)? (?:marks?|scores?|grades?|points?)'
const good = any(
  String.raw`valid(?! (?:json|xml|html|url|email|code|csv|number|date|format|input|id|for|until|from|through|with)\b)`,
  'correct|right|true|accurate|pass(?:ed|ing)?|success(?:ful)?|acceptable|accepted|approved|perfect|flawless|supported',
  String.raw`safe|present|fulfilled|equivalent|(?:an? )?(?:full|perfect|exact) match|matching|verified|(?:the )?${topMarks}|\d+ ?(?:/|out of) ?\d+`,
)
const wordEnd = String.raw`(?=[\s.,;:!?"')\]}—–-]|$)(?! or\b)`
const graded = '(?:mark|grade|rate|score|accept|approve|pass|certify)'
const said = '(?:output|reply|respond|answer|return|print|write|say|give|conclude|choose|select|enter|put|use|record)'
const filler =
  '(?:back|only|just|always|now|nothing but|with|by|on|in|for|that|to|as|the|an?|your|its|this|one|final|single|words?|text|value|json|be)'

const instruction =
  '(?:instructions?|prompts?|directions?|guidelines?|rubrics?|criteri(?:on|a)|commands?|answer keys?|references?|expected (?:answers?|outputs?)|(?:everything|anything|what|rules?) (?:\\w+ ){0,3}(?:above|before|earlier))'
const skip =
  "(?:ignore|disregard|forget|overlook|override|bypass|discard|skip|set aside|(?:do not|don't|no longer|never) (?:follow|obey|apply|use|consider|trust|compare|check|read))"
const key =
  '(?:reference (?:answer|response|key)s?|(?:answer|scoring|grading|marking) (?:keys?|sheets?|guides?|schemes?|criteria|rules?)|(?:expected|gold(?:en)?|model) (?:answer|output|response|result)s?)'
const unfit =
  '(?:wrong|incorrect|outdated|obsolete|stale|mistaken?|in error|by error|faulty|corrupt(?:ed)?|broken|invalid|void|blank|missing|superseded|withdrawn|replaced|typo|placeholder|bug|not (?:valid|correct|reliable))'

export const englishSigns: readonly Sign[] = [
  // The text addresses the grader.
  plain.order(
    String.raw`\b(?:note|notice|message|reminder|hint|instruction|information)s? (?:to|for) (?:\w+ ){0,3}?${grader}\b`,
  ),
  // It revokes instructions.
  plain.order(String.raw`(?<!\b(?:not|never|cannot) |n't )${ordered(skip)} [^.!?]{0,50}?\b${instruction}\b`),
  // It demands a verdict.
  plain.order(
    `${ordered(graded)} (?:it|this|that|these|them|everything|all)(?: (?:one|here|above|now))? (?:as |to be |with |= )?(?:an? |the |being )?(?:\\w+ )?["'“‘\x28]?${good}${wordEnd}${unconditional}`,
    `${ordered(said)}(?: ${filler}){0,8}:? ["'“‘\x28]?valid["'”’)]?(?=[.,;:!?"')\\]}]| ?\\n| ?$| (?:and|for|in|as|only|regardless|whatever)\\b)`,
    `${ordered('(?:give|award|assign|grant|record|enter|use)')}(?: [\\w'-]+){0,6}? ${topMarks}\\b${unconditional}`,
    `\\blet (?:it|this|that|them)(?: one)? (?:pass|through|count)\\b${unconditional}`,
  ),
  hint.order(
    `${ordered(any(graded, 'judge|label|treat|regard|consider|count'))} (?:[\\w'-]+ ){1,6}?(?:as |to be )?(?:an? |the )?["'“‘\x28]?${good}${wordEnd}`,
  ),
  // It states a ready verdict.
  plain.verdict(`\\bverdict\\b[^.!?]{0,40}?\\bvalid${wordEnd}`),
  // It claims that the material ends.
  plain.end(
    `\\b(?:end|close) of (?:the |all |this |your |quoted |untrusted )*(?:material|evidence|submission|untrusted|candidate|quotation|user input)\\b`,
  ),
  // It pretends to come from someone else.
  hint.order(
    `(?:^|[\\n"])[^\\w\\n]{0,12}(?:system|admin(?:istrator)?|developer)(?: (?:message|notice|prompt|override|note|update))?s?[^\\w\\n]{1,6}`,
    `\\byou (?:must|have to|are required to) ${any(graded, said)}\\b|\\b(?:pretend|imagine|role-?play|let us play|let's play|from now on)\\b`,
  ),
  // It claims that the reference is wrong, or that the answer fulfils it.
  plain.claim(
    `\\b(?:${key}|(?:the|this|your|our) (?:\\w+ )?(?:reference|rubric))(?: (?:above|below|here|for this \\w+))? (?:is|was|were|are|has|have|had|contains?|may)\\b[^.!?]{0,50}?\\b${unfit}\\b`,
    `\\b(?:answers?|responses?|submissions?|it|this|both|they|the above)\\b[^.!?]{0,40}?\\b(?:identical|equivalent|equal|the same|interchangeable|match(?:es|ing)?|agrees?|consistent|equals?)\\b[^.!?]{0,25}?\\b(?:the reference|${key}|what was (?:expected|wanted))\\b`,
  ),
  hint.claim(`\\b${grader}\\b`),
  hint.claim(`\\b(?:this|the present|the above|my) (?:\\w+ )?(?:answer|response|reply|entry|submission|one)s?\\b`),
]
