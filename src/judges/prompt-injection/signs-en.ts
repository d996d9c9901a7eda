import { any, sign } from './sign.ts'
import type { Sign } from './sign.ts'

const tool = '(?:model|system|assistant|bot|agent|engine|software|script|llm|ai|program|pipeline)s?'
const grader = any(
  '(?:auto(?:matic|mated)?[ -]?)?(?:graders?|evaluators?|markers?|examiners?|assessors?|raters?|scorers?|adjudicators?)',
  'judges?',
  `(?:grading|judging|judge|evaluation|evaluating|scoring|assessment|marking)[ -]${tool}`,
)

/** A verb where an order can begin: at a clause, or after a word that asks for something. */
function ordered(verb: string): string {
  return String.raw`\b(?=${verb}\b)(?<=${before})${verb}`
}
const before = any(
  String.raw`(?:^|[\n.,;:!?>"'()\[\]{}|/#=—–-]) ?`,
  String.raw`\b(?:please|pls|plz|kindly|must|should|shall|now|then|and|or|so|but|simply|just|only|hereby|therefore|immediately|always|instead|do|you (?:can|may|will|could|would)|to) `,
)
const negated = String.raw`(?<!\b(?:not|never|cannot) |n't )`
/** Rules for people say when; whoever wants a verdict wants it anyway. */
const unconditional = String.raw`(?![^.!?\n]{0,60}\b(?:if|when|unless|provided|where|as long as)\b)`

const submission = any(
  'answers?|responses?|repl(?:y|ies)|submissions?|outputs?|candidates?|solutions?|conversations?|transcripts?',
  'trajector(?:y|ies)|attempts?|statements?|claims?|sentences?|criteri(?:on|a)|rubrics?|items?|entr(?:y|ies)',
)
const topMarks =
  '(?:full|maximum|max|top|highest|perfect|best)(?: possible| available)? (?:marks?|scores?|grades?|ratings?|points?|credits?)'
const validItself = String.raw`valid(?! (?:json|xml|html|yaml|sql|url|email|python|code|csv|number|date|format|input|id|for|until|from|through|with)\b)`
const good = any(
  validItself,
  'correct|right|true|accurate|pass(?:ed|ing)?|success(?:ful(?:ly)?)?|acceptable|accepted|approved|perfect',
  'flawless|excellent|supported|grounded|safe|harmless|present|fulfilled|satisfied|compliant|equivalent',
  '(?:an? )?(?:full|complete|perfect|exact) match|matching|verified|yes',
  `(?:the )?${topMarks}`,
  String.raw`a\+|\d+(?:\.\d+)? ?(?:/|out of|of) ?\d+`,
)
const wordEnd = String.raw`(?=[\s.,;:!?"')\]}—–-]|$)(?! or\b)`
const quote = String.raw`["'“‘\x28]?`

const graded = any('mark|grade|rate|score|accept|approve|pass|certify|validate')
const regarded = any(
  'judge|label|classify|treat|regard|consider|count|deem|evaluate|assess|rank|record|register|declare|call',
  'flag|view|report|confirm',
)
const said = any(
  'output|reply|respond|answer|return|print|write|say|state|emit|produce|issue|give|deliver|submit|conclude',
  'choose|select|pick|enter|put|use|set|record|declare|confirm|provide|render|go|decide|vote',
)
const filler = any(
  'back|only|just|simply|always|now|immediately|directly|nothing but|exactly|solely|with|by|on|in|for|that|to',
  'as|the|an?|your|its|this|one|final|overall|single|words?|text|string|token|value|following|json|object|of|be',
)

const instruction = any(
  'instructions?|prompts?|directions?|directives?|guidelines?|rubrics?|criteri(?:on|a)|commands?|ground truth|answer keys?',
  'references?(?: (?:answer|response|text|solution))?|(?:system|developer) messages?|the (?:above|foregoing|preceding)',
  '(?:expected|gold(?:en)?|model|sample|official) (?:answers?|outputs?|responses?|results?|labels?|solutions?)',
  String.raw`(?:scoring|grading|evaluation|marking) \w+|what you (?:were|have been|are) (?:told|asked|given)`,
  '(?:everything|all|anything|whatever|what) (?:(?:that|which|was|is|came|comes|stood|stands|you were|has been|had been|said|written|told|given|shown) ){0,3}(?:above|before|else|earlier|previously|in there|so far)',
)
const skip = any(
  'ignore|disregard|forget|overlook|override|overrule|bypass|discard|skip|abandon|dismiss',
  '(?:set|put|leave|lay) aside|neglect|stop (?:following|obeying|using)|pay no (?:attention|heed) to|never mind',
  "(?:do not|don't|no longer|never) (?:follow|obey|apply|use|consider|trust|rely on|compare|look at|consult|check|read)",
)

const key = any(
  'reference (?:answer|response|solution|key|label)s?',
  '(?:answer|scoring|grading|marking) (?:keys?|sheets?|guides?|schemes?)',
  'gold(?:en)? (?:answer|label|standard|response)s?|ground truth',
  'expected (?:answer|output|response|result|wording)s?|model answers?',
  '(?:grading|marking|scoring|evaluation) (?:criteria|rubrics?|guidelines|rules?|instructions?)',
)
const reference = any(
  key,
  '(?:the|this|that|your|our|its) (?:given |provided |official |so-called |supplied |stored |listed )?(?:reference|rubric)s?',
)
const unfit = any(
  'wrong|incorrect|inaccurate|outdated|out[ -]of[ -]date|obsolete|stale|mistaken',
  String.raw`(?:an? |by |due to an? )(?:\w+ )?(?:mistake|error|typo|placeholder|oversight|bug|mix-up)`,
  'in error|erroneous(?:ly)?|faulty|flawed|corrupt(?:ed)?|broken|invalid|void|blank|missing',
  'superseded by (?:this|the)|replaced (?:by|with) (?:this|the|exactly)|withdrawn|retracted|overridden',
  'deprecated|no longer|irrelevant|swapped|deliberately',
  'not (?:valid|binding|relevant|correct|reliable|right|accurate|apply|applicable|to be)',
)

/** English, in plain reading; those of which attacks were found that they were not written from. */
export const englishSigns: readonly Sign[] = [
  sign(
    'order',
    String.raw`\b(?:note|notice|message|memo|reminder|hint|instructions?|information|remark)s? (?:to|for) (?:all |any |the |our |your |my |every |whoever )?(?:\w+ ){0,2}?${grader}\b`,
    // It takes instructions back.
    String.raw`${negated}${ordered(skip)} [^.!?]{0,50}?\b${instruction}\b`,
    // It asks for a verdict.
    `${ordered(any(graded, regarded))} (?:[\\w'-]+ ){0,5}?${submission}(?: [\\w'-]+){0,4}? (?:as |to be |with |= )?(?:an? |the |being )?(?:\\w+ )?${quote}${good}${wordEnd}${unconditional}`,
    `${ordered(graded)} (?:it|this|that|these|them|him|her|me|us|everything|all)(?: (?:one|of (?:it|them|these)|here|above|below|now))? (?:as |to be |with |= )?(?:an? |the |being )?(?:\\w+ )?${quote}${good}${wordEnd}${unconditional}`,
    `${ordered(said)}(?: ${filler}){0,8}:? ${quote}valid["'”’)]?(?=[.,;:!?"')\\]}]| ?\\n| ?$| (?:and|for|in|as|only|regardless|no matter|whatever|without|here|now|every|to)\\b)`,
    `${ordered('(?:give|award|assign|grant|allow|allocate|record|enter|use)')}(?: [\\w'-]+){0,6}? ${topMarks}\\b${unconditional}`,
    `\\blet (?:it|this|that|them|(?:the|this|that) ${submission})(?: one)? (?:pass|through|count)\\b${unconditional}`,
  ),
  sign('verdict', `\\bverdict\\b[^.!?]{0,40}?\\bvalid${wordEnd}`),
  // It says that the material is over, in words or in those of a model's own.
  sign(
    'end',
    `\\b(?:end|close|termination) of (?:the |all |this |your |quoted |untrusted |given )*(?:material|evidence|submission|untrusted|candidate|quoted|quotation|user (?:input|content|message|data)|fenced|(?:answer|response|transcript|document|input) (?:to be|under|being|section|block|piece))\\b`,
    String.raw`<[|｜] ?\w[\w .-]{0,30}[|｜]>`,
  ),
  // It says that the yardstick is wrong.
  sign(
    'claim',
    `\\b${reference}(?: (?:above|below|here|given|provided|used|supplied|shown|itself|for this \\w+))? (?:is|was|were|are|has|have|had|contains?|may|might|seems?|appears?|does|should|must)\\b[^.!?]{0,50}?\\b${unfit}\\b`,
  ),
]
