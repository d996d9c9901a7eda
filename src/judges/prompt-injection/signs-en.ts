import { any, lineStart, sign } from './sign.ts'
import type { Sign } from './sign.ts'

const tool = '(?:model|system|assistant|bot|agent|engine|software|script|llm|ai|program|pipeline)s?'
const grader = any(
  '(?:auto(?:matic|mated)?[ -]?)?(?:graders?|evaluators?|markers?|examiners?|assessors?|raters?|scorers?|adjudicators?)',
  'judges?',
  `(?:grading|judging|judge|evaluation|evaluating|scoring|assessment|marking)[ -]${tool}`,
)
const helper = any(
  'reviewers?|arbiters?|checkers?|referees?|moderators?|auditors?',
  `(?:reviewing|checking)[ -]${tool}`,
)
const machine = any(
  '(?:large )?language models?|llms?|ai(?: (?:models?|assistants?|systems?|agents?))?|assistants?|chatbots?',
  'claude|chatgpt|gpt|gemini',
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
  sign(
    'order',
    2,
  )(
    String.raw`\b(?:note|notice|message|memo|reminder|hint|instructions?|information|remark)s? (?:to|for) (?:all |any |the |our |your |my |every |whoever )?(?:\w+ ){0,2}?${grader}\b`,
  ),
  sign('order', 1)(
    String.raw`${lineStart}(?:dear |hello |hi |hey |ok |okay |attention )?${any(grader, helper)}(?:'s)?(?: \w+){0,2}? ?[:,!—–-]`,
    String.raw`\b(?:attention|attn|dear|hello|hi|hey|greetings|listen)[ ,:-]{1,3}(?:(?:to|all|the|our|my|there),? )?(?:\w+ ){0,2}?${any(grader, helper, machine)}\b`,
    String.raw`\b(?:when|if) (?:you are )?asked (?:whether|if|to (?:judge|grade|rate|score|compare|evaluate|decide))\b`,
  ),
  // It takes instructions back.
  sign('order', 2)(String.raw`${negated}${ordered(skip)} [^.!?]{0,50}?\b${instruction}\b`),
  sign('order', 1)(
    String.raw`${negated}${ordered(skip)} [^.!?]{0,30}?\b${matter}\b`,
    String.raw`\b(?:supersedes?|overrides?|takes precedence over|replaces) (?:all|any|every|the|your)\b`,
    String.raw`\b(?:exempt|excluded|excused) from (?:\w+ )?(?:comparison|grading|evaluation|checking|judging|scoring|assessment|review)\b`,
  ),
  // It asks for a verdict.
  sign('order', 2)(
    `${ordered(graded)} (?:it|this|that|these|them|him|her|me|us|everything|all)(?: (?:one|of (?:it|them|these)|here|above|below|now))? (?:as |to be |with |= )?(?:an? |the |being )?(?:\\w+ )?${quote}${good}${wordEnd}${unconditional}`,
    `${ordered(graded)} [\\w-]+ (?:an? |with )?\\d+ ?(?:/|out of) ?\\d+\\b`,
    `${ordered(said)}(?: ${filler}){0,8}:? ${quote}valid["'”’)]?(?=[.,;:!?"')\\]}]| ?\\n| ?$| (?:and|for|in|as|only|regardless|no matter|whatever|without|here|now|every|to)\\b)`,
    `${ordered('(?:give|award|assign|grant|allow|allocate|record|enter|use)')}(?: [\\w'-]+){0,6}? ${topMarks}\\b${unconditional}`,
    `${ordered('(?:grade|judge|evaluate|score|mark|rate|assess)')} (?:\\w+ ){0,3}?(?:generously|leniently|kindly|favou?rably|positively|gently|mildly)\\b`,
    `\\b(?:string|token|word|value|literal|keyword) ${quote}valid\\b`,
    `\\blet (?:it|this|that|them|(?:the|this|that) ${submission})(?: one)? (?:pass|through|count)\\b${unconditional}`,
    `\\b(?:only|sole|single|one) (?:correct|valid|acceptable|allowed|possible|permitted|accepted) (?:verdict|judge?ment|grade|reply|output)\\b`,
  ),
  sign('order', 1)(
    `${ordered(any(graded, regarded))} (?:[\\w'-]+ ){1,6}?(?:as |to be |with |= )?(?:an? |the |being )?${quote}${good}${wordEnd}`,
    `${ordered(said)}(?: ${filler}){0,8}:? ${quote}${verdict}\\b`,
  ),
  // It asks for a good end in other words, or says what happens otherwise.
  sign('order', 1)(
    String.raw`${ordered('(?:tick (?:it|this|the box)|sign off|wave (?:it|this) through|rubber[ -]stamp|look the other way|move along|carry on from there|go straight to)')}\b`,
    String.raw`\b(?:thumbs up|benefit of the doubt|full credit|mere formality|only a formality|everything goes through|gets? through|let'?s (?:just )?say|call it a day)\b`,
    String.raw`\b(?:positive|affirmative|upper|best|favou?rable) (?:outcome|option|label|category|class|box|choice|verdict|decision)\b`,
    String.raw`\b(?:agreement|equivalence|correctness) is (?:assumed|given|presumed|certain)\b`,
    String.raw`\b(?:supported|correct|right|valid|true) by definition\b`,
  ),
  sign('order', 1)(
    String.raw`\bif (?:you|this|it) (?:fails?|rejects?|refuses?|is (?:rejected|failed)|gets (?:rejected|through))\b`,
    String.raw`\b(?:do me a favou?r|(?:so|too|as|overly) (?:strict|harsh)|be (?:lenient|merciful|generous)|please be kind|ben[dt] the)\b`,
  ),
  // It hands over a verdict.
  sign('verdict', 2)(
    `${lineStart}(?:(?:final|overall|official|my|the|judge's|grader's|evaluation) )*${verdict}[^\\w]{1,8}valid${wordEnd}`,
    `\\bverdict\\b[^.!?]{0,40}?\\bvalid${wordEnd}`,
  ),
  sign(
    'verdict',
    1,
  )(
    `${lineStart}(?:(?:final|overall|official|my|the|total|human|automatic|judge's|grader's) )*(?:${mark}|result|evaluation|assessment|decision|status|raters?|checks?|conclusion)[^\\w]{1,6}(?:${good}|\\d+(?:\\.\\d+)?%?|[a-f][+-]?)(?= ?[.!)\\n]| ?$)`,
  ),
  // It says that the material is over.
  sign('end', 2)(
    `\\b(?:end|close|termination) of (?:the |all |this |your |quoted |untrusted |given )*(?:material|evidence|submission|untrusted|candidate|quoted|quotation|user (?:input|content|message|data)|fenced|(?:answer|response|transcript|document|input) (?:to be|under|being|section|block|piece))\\b`,
    `\\b(?:material|evidence|submission|quoted (?:\\w+ )?(?:answer|text|material)) (?:ends|is over|has ended|is finished|is complete|stops|is closed|finishes)\\b`,
    `(?:^|[\\n"])[^\\w\\n]{1,20}end (?:of )?(?:the )?(?:data|material|answer|evidence|submission|response|input|context|prompt|user|transcript|document|content)s?(?: \\d+(?: of \\d+)?)?[^\\w\\n]{1,20}(?=\\n|$)`,
    `\\b(?:begin|start|beginning|end)(?: of)?(?: the)? (?:${grader}|system prompt|evaluation|grading|judging|trusted|admin(?:istrator)?|developer|operator)\\b`,
  ),
  sign('end', 1)(`\\bnot part of the (?:answer|response|material|document|text)\\b`),
  // It speaks as somebody else.
  sign('order', 1)(
    `(?:^|[\\n"])[^\\w\\n]{0,12}(?:system|admin(?:istrator)?|developers?|root|operator)(?: (?:message|notice|prompt|override|instruction|note|update|alert|command|notification))?s?[^\\w\\n]{1,6}`,
    `(?:^|[\\n"])role["' ]{0,3}: ?["']?(?:system|developer)\\b`,
    `\\b(?:your|the) (?:(?:new|only|real|actual|true|sole|updated|revised|own) )+(?:task|job|role|instructions?|goal|objective|purpose|mission|duty|guidelines?)\\b`,
    `\\b(?:from now on|from this point|from here on|henceforth),? (?:you|your|all|every|the)\\b`,
    `\\b(?:pretend|imagine|suppose|act as(?: (?:if|though))?|role-?play|let us play|let's play)\\b`,
    `\\byou (?:must|have to|are (?:required|obliged|instructed|ordered) to) ${any(graded, regarded, said)}\\b`,
  ),
  // It says that the yardstick is wrong, or met.
  sign('claim', 2)(
    `\\b${reference}(?: (?:above|below|here|given|provided|used|supplied|shown|itself|for this \\w+))? (?:is|was|were|are|has|have|had|contains?|may|might|seems?|appears?|does|should|must)\\b[^.!?]{0,50}?\\b${unfit}\\b`,
    `\\b(?:${submission}|it|this|both|they|the above)\\b[^.!?]{0,40}?\\b${same}\\b[^.!?]{0,25}?\\b(?:the reference(?! (?:range|number|genome|frame|point|value|model|implementation))|${key}|what was (?:expected|wanted))\\b`,
    `\\b${key}\\b[^.!?]{0,60}?\\b(?:identical|equivalent|interchangeable|the same|match(?:es)?|agrees?)\\b`,
  ),
  sign('claim', 1)(
    `\\b(?:${key}|verdict|autorater|auto-?grader|judge's (?:reply|verdict|decision|response|output|answer)|this (?:evaluation|grading)|llm[ -]as[ -]a[ -]judge|exam board|test author)\\b`,
    `\\b${any(grader, 'examiner')}\\b`,
    `\\b(?:your|your own) (?:\\w+ )?(?:decision|ruling|verdict|judge?ment|reasoning|evaluation|grading|scoring|vote|classification)\\b`,
    `\\byou (?:were|are|had been) (?:about|going|supposed|meant|expected) to (?:write|say|output|answer|reply|decide|conclude|compare|judge|grade)\\b`,
  ),
  sign(
    'claim',
    1,
  )(
    `\\b(?:this|the present|the above|the current|my) (?:\\w+ )?(?:answer|response|reply|entry|row|record|submission|candidate|attempt|batch|completion|one)s?\\b`,
  ),
]
