import { any, hint, lineStart, plain, type Sign } from './sign.ts'

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
  String.raw`a\+`,
  `(?:the )?${topMarks}`,
  String.raw`\d+(?:\.\d+)? ?(?:/|out of|of) ?\d+`,
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
  'as|the|an?|your|its|this|one|final|overall|single|words?|text|string|token|value|following|json|object|of',
  'be',
)
const verdict = any('verdict', 'judge?ment', 'ruling')
const mark = any(verdict, 'grade', 'score', 'rating', 'label', 'mark')

const instruction = any(
  'instructions?|prompts?|directions?|directives?|guidelines?|rubrics?|criteri(?:on|a)|commands?|ground truth|answer keys?',
  'references?(?: (?:answer|response|text|solution))?|(?:system|developer) messages?',
  '(?:expected|gold(?:en)?|model|sample|official) (?:answers?|outputs?|responses?|results?|labels?|solutions?)',
  String.raw`(?:scoring|grading|evaluation|marking) \w+`,
  'everything (?:above|before|else|that (?:came|was|is|stood)|you (?:were|have been))',
  '(?:all|anything|whatever|what) (?:(?:that|which) )?(?:(?:was|is|came|comes|stood|stands|you were|has been|had been) )?(?:(?:said|written|told|given|shown) )?(?:above|before|earlier|previously|in there|so far)',
  'the (?:above|foregoing|preceding)',
  'what you (?:were|have been|are) (?:told|asked|given)',
)
const matter = any(
  'rules?|polic(?:y|ies)|orders?|context|material|sources?|mistakes?|errors?|tasks?|facts|requirements?',
  'restrictions?|constraints?|warnings?|comparison|evaluation|grading|judging|analysis|verification|checks?',
)
const skip = any(
  'ignore|disregard|forget|overlook|override|overrule|bypass|discard|skip|abandon|dismiss',
  '(?:set|put|leave|lay) aside|neglect|stop (?:following|obeying|using)|pay no (?:attention|heed) to',
  'never mind',
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
const same = any(
  'identical|equivalent|interchangeable|the same|match(?:es|ing)?|agrees?|consistent|in line|corresponds?',
  'equals?|agreement|equal',
)

/** English, in plain reading. */
export const englishSigns: readonly Sign[] = [
  // It speaks to whoever judges.
  plain.order(
    String.raw`\b(?:note|notice|message|memo|reminder|hint|instructions?|information|remark)s? (?:to|for) (?:all |any |the |our |your |my |every |whoever )?(?:\w+ ){0,2}?${grader}\b`,
  ),
  // It takes instructions back.
  plain.order(String.raw`${negated}${ordered(skip)} [^.!?]{0,50}?\b${instruction}\b`),
  hint.order(String.raw`${negated}${ordered(skip)} [^.!?]{0,30}?\b${matter}\b`),
  // It asks for a verdict.
  plain.order(
    `${ordered(graded)} (?:it|this|that|these|them|him|her|me|us|everything|all)(?: (?:one|of (?:it|them|these)|here|above|below|now))? (?:as |to be |with |= )?(?:an? |the |being )?(?:\\w+ )?${quote}${good}${wordEnd}${unconditional}`,
    `${ordered(said)}(?: ${filler}){0,8}:? ${quote}valid["'”’)]?(?=[.,;:!?"')\\]}]| ?\\n| ?$| (?:and|for|in|as|only|regardless|no matter|whatever|without|here|now|every|to)\\b)`,
    `${ordered('(?:give|award|assign|grant|allow|allocate|record|enter|use)')}(?: [\\w'-]+){0,6}? ${topMarks}\\b${unconditional}`,
    `\\blet (?:it|this|that|them|(?:the|this|that) ${submission})(?: one)? (?:pass|through|count)\\b${unconditional}`,
    `\\b(?:only|sole|single|one) (?:correct|valid|acceptable|allowed|possible|permitted|accepted) (?:verdict|judge?ment|grade|reply|output)\\b`,
  ),
  hint.order(
    `${ordered(any(graded, regarded))} (?:[\\w'-]+ ){1,6}?(?:as |to be |with |= )?(?:an? |the |being )?${quote}${good}${wordEnd}`,
  ),
  // It hands over a verdict.
  plain.verdict(
    `${lineStart}(?:(?:final|overall|official|my|the|judge's|grader's|evaluation) )*${verdict}[^\\w]{1,8}valid${wordEnd}`,
    `\\bverdict\\b[^.!?]{0,40}?\\bvalid${wordEnd}`,
  ),
  hint.verdict(
    `${lineStart}(?:(?:final|overall|official|my|the|total|human|automatic|judge's|grader's) )*(?:${mark}|result|evaluation|assessment|decision|status|raters?|checks?|conclusion)[^\\w]{1,6}(?:${good}|\\d+(?:\\.\\d+)?%?|[a-f][+-]?)(?= ?[.!)\\n]| ?$)`,
  ),
  // It says that the material is over.
  plain.end(
    `\\b(?:end|close|termination) of (?:the |all |this |your |quoted |untrusted |given )*(?:material|evidence|submission|untrusted|candidate|quoted|quotation|user (?:input|content|message|data)|fenced|(?:answer|response|transcript|document|input) (?:to be|under|being|section|block|piece))\\b`,
    `\\b(?:material|evidence|submission|quoted (?:\\w+ )?(?:answer|text|material)) (?:ends|is over|has ended|is finished|is complete|stops|is closed|finishes)\\b`,
    `(?:^|[\\n"])[^\\w\\n]{1,20}end (?:of )?(?:the )?(?:data|material|answer|evidence|submission|response|input|context|prompt|user|transcript|document|content)s?(?: \\d+(?: of \\d+)?)?[^\\w\\n]{1,20}(?=\\n|$)`,
  ),
  // It speaks as somebody else.
  hint.order(
    `(?:^|[\\n"])[^\\w\\n]{0,12}(?:system|admin(?:istrator)?|developers?|root|operator)(?: (?:message|notice|prompt|override|instruction|note|update|alert|command|notification))?s?[^\\w\\n]{1,6}`,
    `\\b(?:from now on|from this point|from here on|henceforth),? (?:you|your|all|every|the)\\b`,
    `\\b(?:pretend|imagine|suppose|act as(?: (?:if|though))?|role-?play|let us play|let's play)\\b`,
    `\\byou (?:must|have to|are (?:required|obliged|instructed|ordered) to) ${any(graded, regarded, said)}\\b`,
  ),
  // It says that the yardstick is wrong, or met.
  plain.claim(
    `\\b${reference}(?: (?:above|below|here|given|provided|used|supplied|shown|itself|for this \\w+))? (?:is|was|were|are|has|have|had|contains?|may|might|seems?|appears?|does|should|must)\\b[^.!?]{0,50}?\\b${unfit}\\b`,
    `\\b(?:${submission}|it|this|both|they|the above)\\b[^.!?]{0,40}?\\b${same}\\b[^.!?]{0,25}?\\b(?:the reference(?! (?:range|number|genome|frame|point|value|model|implementation))|${key}|what was (?:expected|wanted))\\b`,
  ),
  hint.claim(
    `\\b${any(grader, 'examiner')}\\b`,
    `\\b(?:your|your own) (?:\\w+ )?(?:decision|ruling|verdict|judge?ment|reasoning|evaluation|grading|scoring|vote|classification)\\b`,
  ),
  hint.claim(
    `\\b(?:this|the present|the above|the current|my) (?:\\w+ )?(?:answer|response|reply|entry|row|record|submission|candidate|attempt|batch|completion|one)s?\\b`,
  ),
]
