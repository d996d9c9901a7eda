import { dangerousCommandIn, splitSentences } from '../../../text/index.ts'
import { questionLanguage } from './answer-words.ts'
import { type DangerousOperation, wantedInEnglish, wantedInJapanese } from './wanted-operation.ts'

/**
 * Finds a dangerous operation that a text asks for or orders: an operation on something protected, unless the text only asks about it,
 * reports, detects, forbids or undoes it.
 */
export function dangerousOperationIn(text: string): DangerousOperation | undefined {
  const plain = text
    .normalize('NFKC')
    .replaceAll(/\p{Cf}+/gu, '')
    .replaceAll(/(?!\n)\p{Cc}+/gu, ' ')
  for (const sentence of splitSentences(plain)) {
    const found =
      (questionLanguage(sentence) === 'ja' ? wantedInJapanese(sentence) : undefined) ?? wantedInEnglish(sentence)
    if (found !== undefined) return found
  }
  return commandIn(plain)
}

/** A command line to be run, and not one that is explained or was seen. */
function commandIn(plain: string): DangerousOperation | undefined {
  const found = dangerousCommandIn(plain)
  if (found === undefined || LOOKED_INTO.test(plain.replace(found.command, ' '))) return undefined
  return { kind: found.kind, operation: found.command, object: undefined }
}

const LOOKED_INTO =
  /検知|検出|監視|痕跡|とは|意味|何をする|違い|説明|誰が|履歴|防|禁止|detect|alert|mean|trace|found|saw|seen|ran\b|executed|what (?:does|do|is)|explain|difference|who\b|did\b|history|prevent|never|don't|do not/iu
