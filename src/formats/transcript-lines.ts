import { type RecordedTranscript, type Transcript, Failure, message, stringifyJson } from '../core/index.ts'
import { transcriptInvocation } from './wire/adk-invocation.ts'
import { type Bytes, type ByteLine, lineBatches } from './kit/byte-lines.ts'
import { object, optional, required } from './kit/foreign-object.ts'
import { report } from './kit/foreign-reading.ts'
import { type Codec, anything, valueExcerpt, list, readForeign, string } from './kit/foreign-value.ts'
import type { NamesFew } from './kit/names-few.ts'
import { parseJsonLine } from './kit/source-text.ts'

const failure: Codec<Failure> = {
  read: (value, reading) => {
    const read = Failure.safeParse(value)
    if (read.success) return read.data
    return report(reading, (place) =>
      message('{place}: expected a failure with code and reason, got {actual}', { place, actual: valueExcerpt(value) }),
    )
  },
  write: (value) => value,
}

const transcriptLine = object(
  {
    caseId: required('eval_id', string),
    invocations: required('invocations', list(transcriptInvocation)),
    failure: optional('failure', failure),
    // Kept for the author of the file; nothing here reads it.
    metadata: optional('metadata', anything),
  },
  { unknown: 'reject' },
)

/**
 * Streams transcripts from a `.jsonl` file with `{"eval_id": …, "invocations": […]}` per line; invocations have ADK's
 * shape, plus `usage` and `session_state` where they are known.
 *
 * @throws {EvalError} with the number of the line
 */
export async function* readTranscriptLines(bytes: Bytes, file: string): AsyncGenerator<RecordedTranscript> {
  for await (const batch of lineBatches(bytes, file)) {
    for (const line of batch) yield readTranscriptLine(line, file)
  }
}

export function readTranscriptLine(line: ByteLine, file: string): RecordedTranscript {
  return readForeign(transcriptLine, parseJsonLine(line, file), { file, lineOf: () => line.number })
}

/**
 * Streams the same transcripts unparsed for callers who need few: of a line that begins with the case id, the rest is
 * parsed only when it is accessed.
 */
export async function* unreadTranscriptLines(
  bytes: Bytes,
  file: string,
  mayName: NamesFew = () => true,
): AsyncGenerator<RecordedTranscript> {
  for await (const batch of lineBatches(bytes, file, mayName)) {
    for (const line of batch.filter(({ text }) => mayName(text))) {
      const caseId = beginsWithId.exec(line.text)?.[1]
      yield caseId === undefined ? readTranscriptLine(line, file) : new UnreadTranscript(caseId, line, file)
    }
  }
}

// Ids with escapes need the JSON parser.
const beginsWithId = /^\s*\{\s*"(?:eval_id|evalId)"\s*:\s*"([^"\\]+)"\s*[,}]/

/** Most lines are skipped, so each costs only one object. */
class UnreadTranscript implements RecordedTranscript {
  readonly caseId: string
  private readonly line: ByteLine
  private readonly file: string
  private known: RecordedTranscript | undefined

  constructor(caseId: string, line: ByteLine, file: string) {
    this.caseId = caseId
    this.line = line
    this.file = file
    this.known = undefined
  }

  get invocations() {
    return this.read().invocations
  }

  // Callers treat an absent failure and an undefined one the same.
  get failure() {
    return this.read().failure as Failure
  }

  private read(): RecordedTranscript {
    return (this.known ??= readTranscriptLine(this.line, this.file))
  }
}

/** Writes one transcript as a line without a newline. */
export function toTranscriptLine(caseId: string, { invocations, failure: failed }: Transcript): string {
  return stringifyJson(
    transcriptLine.write({ caseId, invocations, ...(failed === undefined ? {} : { failure: failed }) }, 'brief'),
  )
}
