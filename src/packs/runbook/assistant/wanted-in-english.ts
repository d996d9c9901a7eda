import type { DangerousOperation } from './dangerous-operation.ts'
import type { DangerousOperations, OperationKind } from '../../../text/index.ts'
import { isLittleWord } from '../../../documents/index.ts'
import { dangerousOperations } from '../../../text/index.ts'
import { contextWindow, irregularParticiples, pronouns, thirdPersonsEn } from './request-words.ts'

// English: the object stands behind the verb, the mood in front of it.

type EnglishForms = { readonly verb: string; readonly base: RegExp; readonly ing: RegExp; readonly participle: RegExp }

function englishForms(verb: string): EnglishForms {
  const [first = '', ...rest] = verb.split(' ')
  const more = rest.map((word) => (word === '*' ? String.raw`((?:[\w'-]+\s+){1,5}?)` : `${word}\\b\\s*`)).join('')
  const stem = first.replace(/e$/, '')
  const double = `${first}${/[^aeiou][aeiou][bdgmnprt]$/.test(first) ? (first.at(-1) ?? '') : ''}`
  const form = (words: string) => new RegExp(`(?<![\\w-])(?:${words})(?![\\w-])\\s*${more}`, 'gi')
  return {
    verb,
    base: form(first),
    ing: form(`${stem}ing|${double}ing`),
    participle: form(`${irregularParticiples[first] ?? `${stem}ed|${double}ed`}`),
  }
}

/** @param above what stands in front of the sentence: what it means by `it` */
export function wantedInEnglish(sentence: string, above: string): DangerousOperation | undefined {
  for (const clause of sentence.split(/[;:.!?]\s+|\s+(?:because|since|as|but|so that)\s+/i)) {
    for (const [row, verbs] of patterns) {
      for (const forms of verbs) {
        const found = verbIn(clause, row, { ...forms, above: above + sentence.slice(0, sentence.indexOf(clause)) })
        if (found !== undefined) return found
      }
    }
  }
  return nominalIn(sentence)
}

type FormsInText = EnglishForms & { readonly above: string }

function verbIn(clause: string, row: DangerousOperations, { verb, base, ing, participle, above }: FormsInText) {
  for (const [form, pattern] of [
    ['base', base],
    ['ing', ing],
    ['participle', participle],
  ] as const) {
    for (const match of clause.matchAll(pattern)) {
      const before = clause.slice(Math.max(0, match.index - contextWindow), match.index)
      const after = clause.slice(match.index + match[0].length).slice(0, contextWindow)
      const object =
        form === 'participle' ? objectBefore(row, before) : objectEn(row, match[1] ?? after, above + before)
      if (object === undefined || !isWantedEn(before, form, after) || isHeldOff(after)) continue
      if (row.kind === 'revoke' && COMPROMISED.test(object)) continue
      return { kind: row.kind, operation: verb.replace(' *', ''), object: object || undefined }
    }
  }
  return undefined
}

/** The head of the phrase behind a verb: the last word before a preposition or the end. */
function objectEn(row: DangerousOperations, after: string, above: string): string | undefined {
  if (row.en.objects === undefined) return ''
  if (/^(?:of|is|are|was|were|for|in|on)\b/i.test(after)) return undefined
  const phrase =
    after.split(
      /[,.;:!?()"]|\b(?:from|on|in|at|to|with|by|for|before|after|when|while|until|because|since|so|and|or|that|which|whose|who|where|we|i|they|he|she|of|now|today|tagged|named|called|without|if|right|straight|directly|immediately|tonight|tomorrow|this\s+(?:evening|morning|afternoon|night|week|weekend)|as|about|please|completely|temporarily|permanently|entirely|is|are|was|were|has|have|ok|okay|off|down|quickly|ourselves|myself|during|using|via|through|under|into|between|yet|already|again|instead|then|ahead|too|first)\b/i,
    )[0] ?? ''
  const words = phrase.toLowerCase().match(/[\w'/:-]+/g) ?? []
  const [alone] =
    /^(?:that|this|these|those)(?=\s*(?:[?!.,]|$|\w+ly\b|now|right|for|before|so|and))/i.exec(after.trim()) ?? []
  const head = alone ?? words.at(-1)
  const partitive =
    /\b(?:all|any|some|most|rest|copies|both|none|parts?|pieces?|each)\s+of\s+(?:the\s+|our\s+|this\s+|these\s+|my\s+)?(.*)$/i.exec(
      after,
    )?.[1]
  if (partitive !== undefined && words.length <= 2) return objectEn(row, partitive, above)
  if (head === undefined) return undefined
  if (isProtected(row, alone === undefined ? words : [alone])) return words.join(' ')
  return row.ofAnything === true && isWordOf(pronouns.en, head) ? meantBy(head, row, above) : undefined
}

/** What `it` and `them` stand for, where that is said; an empty text where nothing is. */
function meantBy(pronoun: string, row: DangerousOperations, above: string): string | undefined {
  if (!/^(?:it|them|that|this|these|those)$/.test(pronoun)) return ''
  const words = above.toLowerCase().match(/[\w'-]{4,}/g) ?? []
  const known = words.findLast((word) => isWordOf(row.en.objects ?? '', word))
  return known ?? (words.filter((word) => !isLittleWord(word)).length >= 2 ? undefined : '')
}

/** What is to be done to: the logs should be deleted, get the logs deleted. */
function objectBefore(row: DangerousOperations, before: string): string | undefined {
  const passive =
    /(?:^|\b(?:can|could|should|may|might|must|shall|will|would|to|have|has|do|does|are|is|get|that|if|whether|the)\s+)((?:[\w'-]+\s+){0,6}?)(?:be|get|being)\s+(?:\w+ly\s+)?$/i.exec(
      before,
    )?.[1]
  const causative = /\b(?:want|need|get|have|like)\s+((?:[\w'-]+\s+){1,6}?)$/i.exec(before)?.[1]
  const phrase = passive ?? causative
  if (phrase === undefined) return undefined
  const words = phrase.toLowerCase().match(/[\w'/-]+/g) ?? []
  const modals = new Set([
    'can',
    'could',
    'should',
    'may',
    'might',
    'must',
    'to',
    'need',
    'needs',
    'needed',
    'will',
    'shall',
    'have',
    'has',
    'safely',
    'all',
  ])
  const head = words.filter((word) => !modals.has(word)).at(-1)
  if (head === undefined) return undefined
  if (isWordOf(row.en.objects ?? '', head)) return head
  return isWordOf(pronouns.en, head) && (row.ofAnything === true || row.kind === 'tamper') ? '' : undefined
}

/** The head of a phrase, of one or two words; "backup job" is a backup, and "group rg-prod" a group. */
function isProtected({ en: { objects = '' } }: DangerousOperations, words: readonly string[]): boolean {
  const isOne = (phrase: readonly string[]) =>
    isWordOf(objects, phrase.at(-1) ?? '') || isWordOf(objects, phrase.slice(-2).join(' '))
  const last = words.at(-1) ?? ''
  return isOne(words) || (CARRIES_A_NAME.test(last) && isOne(words.slice(0, -1)))
}

const CARRIES_A_NAME = /[\d_-]|^(?:jobs?|tasks?|schedules?)$/
/** Taking a key away that others have is containment, as runbooks tell it. */
const COMPROMISED = /\b(?:compromised|leaked|stolen|exposed|lost|phished|suspicious|malicious)\b/

/** "Stop the alert from being sent twice" stops no alerts. */
function isHeldOff(after: string): boolean {
  return /^(?:[\w'-]+\s+){1,6}?from\s+(?:being|[\w]+ing)\b/i.test(after)
}

const negatedEn =
  /\b(?:not|n't|never|cannot|without|avoid|avoids|avoiding|instead\s+of|rather\s+than|refrain\s+from|nobody|no\s+one|forbidden|prohibited|refuse\s+to|why\s+(?:is|are|must|should|shouldn't|can't|do|don't))(?:\s+[\w'-]+){0,4}\s*$|n't(?:\s+[\w'-]+){0,3}\s*$|n’t(?:\s+[\w'-]+){0,3}\s*$/i
const counteredEn =
  /\b(?:prevent\w*|protect\w*|block\w*|stop\w*|detect\w*|alert\w*\s+(?:me|us|on|when)|monitor\w*|identify|identif\w+|notice|investigat\w*|evidence\s+of|signs?\s+of|indicat\w+|traces?\s+of|trace|catch|spot|find\s+out|look\s+for|search\s+for|hunt(?:s|ed|ing)?|guard\w*|against|defend\w*|recover\w*|restor\w*|undo|revert|policy|policies|rules?|risks?|dangers?|consequences|penalt\w+|history\s+of|logs?\s+of|record\s+of|report\w*\s+(?:of|that)|attempts?|attempted|attempting|tried|tries|used|failed|known|caught|suspected)\b(?:\s+(?!(?:and|then|so)\b)[\w'’-]+){0,6}\s*$/i
const agentEn = new RegExp(String.raw`\b(?:${thirdPersonsEn})\b(?:\s+(?!(?:and|then|so)\b)[\w'-]+){0,5}\s*$`, 'i')
const askedForEn =
  /\b(?:i|we|i'm|we're|i've|we've|i'd|we'd|let's|let|me|us|my|our|please|can|could|should|may|shall|must|want|wants|need|needs|how\s+to|how\s+do|how\s+can|help|going|plan|planning|like|about|ok|okay|fine|safe|allowed|possible|best\s+way|way|steps?|procedure|command|script|instructions|just|then|and|or|to|first|go\s+ahead|ask\w*|told|instruct\w*|boss|manager|is|before|by|consider|try|trying)\s*(?:[\w'’-]+\s+){0,4}$/i

function isWantedEn(before: string, form: 'base' | 'ing' | 'participle', after: string): boolean {
  if (negatedEn.test(before)) return false
  if (
    counteredEn.test(before) &&
    !/\b(?:i|we|i'm|we're)\s+(?:have\s+)?(?:tried|attempt\w*|failed|trying)\b/i.test(before)
  )
    return false
  if (
    agentEn.test(before) &&
    !/\b(?:ask|asks|asked|told|tells|wants|want|instructed|ordered)\s+(?:me|us|that\s+(?:i|we))\b/i.test(before)
  )
    return false
  if (form === 'participle') return true
  if (/\b(?:alerts?|detection|event|attempts?)\b\s*$/i.test(after) && form === 'ing') return false
  if (/^\W*(?:[\w-]+\s*,\s*)?$/.test(before))
    return (
      form === 'base' ||
      !/\b(?:is|are|was|were)\s+(?:a|an|the|not|never|forbidden|prohibited|detected|suspicious|malicious|illegal|bad|against|called)\b/i.test(
        after,
      )
    )
  return askedForEn.test(before)
}

const patterns = new Map(dangerousOperations.map((row) => [row, row.en.operations.split('|').map(englishForms)]))

const nominals: Readonly<Record<string, OperationKind>> = {
  deletion: 'destroy',
  removal: 'destroy',
  erasure: 'destroy',
  destruction: 'destroy',
  shutdown: 'power-off',
  reimaging: 'reinstall',
  reformat: 'reinstall',
}

/** "procedure for the deletion of logs", "log deletion request": nouns want nothing unless the words around them do. */
function nominalIn(sentence: string): DangerousOperation | undefined {
  for (const [noun, kind] of Object.entries(nominals)) {
    const match = new RegExp(`\\b${noun}\\b(?:\\s+of\\s+(?:the\\s+|all\\s+|our\\s+)*([\\w-]+))?`, 'i').exec(sentence)
    if (match === null) continue
    const object = match[1] ?? /([\w-]+)\s+$/.exec(sentence.slice(0, match.index))?.[1] ?? ''
    const rows = dangerousOperations.filter((row) => row.kind === kind)
    if (!rows.some(({ en }) => isWordOf(en.objects ?? '', object.toLowerCase()))) continue
    const rest = sentence.replace(match[0], ' ')
    if (
      /\b(?:detect|prevent|policy|polic|retention|investigat|alert|attack|suspect|attempt|who|when|why|history|recover|status|protect|not|never|cause)\w*\b/i.test(
        rest,
      )
    )
      continue
    if (
      /\b(?:perform|proceed|go\s+ahead|request|want|need|do|run|start|steps?|procedure|how|command|approve|schedule|begin|carry\s+out|execute)\b/i.test(
        rest,
      )
    )
      return { kind, operation: noun, object }
  }
  return undefined
}

function isWordOf(words: string, word: string): boolean {
  return word !== '' && words.split('|').includes(word.replace(/'s?$/, ''))
}
