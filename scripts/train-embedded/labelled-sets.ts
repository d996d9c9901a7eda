import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { z } from 'zod'

/** Human-labelled sets in a folder; a reader returns undefined where the folder does not have its set. */
export type LabelledSets = ReturnType<typeof labelledSets>

export function labelledSets(folder: string) {
  const lines = <Row>(path: string, row: z.ZodType<Row>): readonly Row[] | undefined =>
    read(folder, path)
      ?.split('\n')
      .filter((line) => line.trim() !== '')
      .map((line) => row.parse(JSON.parse(line)))
  return {
    evouna: () => evounaItems(read(folder, 'evouna/NQ.json')),
    begin: (part: 'wow_dev' | 'cmu_dev' | 'wow_test') => lines(`begin/begin_${part}.jsonl`, BeginRow),
    realsumm: () => lines('realsumm/kp_realsumm.jsonl', RealSummRow),
    summEdits: () => {
      const documents = lines('summedits/docs.jsonl', SummEditsDocument)
      const items = lines('summedits/items.jsonl', SummEditsRow)
      if (documents === undefined || items === undefined) return undefined
      const texts = new Map(documents.map(({ doc_id, doc }) => [doc_id, doc]))
      return items.map(({ doc_id, summary, label, domain }) => ({
        document: doc_id,
        text: texts.get(doc_id) ?? '',
        summary,
        label,
        domain,
      }))
    },
    jnli: () => lines('jglue/jnli-valid-v1.3.jsonl', JnliRow),
    moderation: () => lines('openai_moderation/samples-1680.jsonl.gz', ModerationRow),
    xstest: () => lines('xstest/items.jsonl', XsTestRow),
    llmBar: () => lines('llmbar/items.jsonl', LlmBarRow),
  }
}

const Bit = z.union([z.literal(0), z.literal(1)])
const BeginRow = z.object({
  id: z.string(),
  ctx: z.string(),
  sent: z.string(),
  msg: z.string().nullish(),
  label: z.string(),
})
const RealSummRow = z.object({ id: z.string(), ctx: z.string(), sent: z.string(), label: Bit })
const SummEditsDocument = z.object({ doc_id: z.string(), doc: z.string() })
const SummEditsRow = z.object({ doc_id: z.string(), summary: z.string(), label: Bit, domain: z.string() })
const JnliRow = z.object({
  sentence_pair_id: z.string(),
  sentence1: z.string(),
  sentence2: z.string(),
  label: z.string(),
})
const ModerationRow = z.looseObject({ prompt: z.string() })
const XsTestRow = z.object({
  id: z.string(),
  prompt: z.string(),
  completion: z.string(),
  human_final: z.string(),
  model: z.string(),
  type: z.string(),
  string_match: z.string(),
})
const LlmBarRow = z.object({
  id: z.string(),
  subset: z.string(),
  input: z.string(),
  output_1: z.string(),
  output_2: z.string(),
})

export const EVOUNA_SYSTEMS = ['fid', 'gpt35', 'chatgpt', 'gpt4', 'newbing'] as const

export type EvounaItem = {
  readonly question: string
  readonly references: readonly string[]
  readonly answer: string
  readonly system: string
  readonly label: 0 | 1
}

function evounaItems(text: string | undefined): readonly EvounaItem[] | undefined {
  if (text === undefined) return undefined
  const rows = z
    .array(z.looseObject({ question: z.string(), golden_answer: z.string().nullable(), improper: z.boolean() }))
    .parse(JSON.parse(text))
  return rows
    .filter((row) => !row.improper && row.golden_answer !== null)
    .flatMap((row) =>
      EVOUNA_SYSTEMS.flatMap((system) => {
        const answer = row[`answer_${system}`]
        const label = row[`judge_${system}`]
        if (typeof answer !== 'string' || typeof label !== 'boolean') return []
        const references = (row.golden_answer ?? '')
          .split('/')
          .map((part) => part.trim())
          .filter((part) => part !== '')
        return [{ question: row.question, references, answer, system, label: label ? (1 as const) : (0 as const) }]
      }),
    )
}

function read(folder: string, path: string): string | undefined {
  const full = join(folder, path)
  if (!existsSync(full)) return undefined
  const bytes = readFileSync(full)
  return (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')
}
