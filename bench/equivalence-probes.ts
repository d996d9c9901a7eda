import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { embeddedJudge } from '../src/judges/embedded/embedded-judge.ts'
import { wilsonInterval } from '../src/statistics/index.ts'

/**
 * Answers about the asked thing and about another one, in English and Japanese: what the embedded judge passes, fails and leaves
 * open. A third of the scenes, chosen by hash before any rule was written, and some that were written when the rules stood, are
 * only counted and were never looked at.
 */
export async function run(): Promise<void> {
  console.log('| part | answers | n | passed | failed | not judged |\n|---|---|---|---|---|---|')
  for (const part of ['tuned', 'aside'] as const) {
    const probes = await judgedProbes(part)
    for (const kind of ['wrong', 'right'] as const) {
      const those = probes.filter((probe) => probe.kind === kind)
      const cells = OUTCOMES.map((outcome) => shareOf(those.filter((probe) => probe.outcome === outcome).length, those))
      console.log(`| ${part} | ${kind} | ${those.length} | ${cells.join(' | ')} |`)
    }
  }
}

const OUTCOMES = ['valid', 'invalid', 'abstained'] as const

const Scene = z.object({
  language: z.enum(['en', 'ja']),
  /** Of scenes that were written later: whether the rules were made while looking at them. */
  part: z.enum(['tuned', 'aside']).optional(),
  question: z.string(),
  reference: z.string(),
  right: z.array(z.string()),
  wrong: z.array(z.string()),
})

export type JudgedProbe = {
  readonly kind: 'right' | 'wrong'
  readonly question: string
  readonly reference: string
  readonly answer: string
  readonly outcome: (typeof OUTCOMES)[number]
}

/** The probes of a part with what the embedded judge makes of them. */
export async function judgedProbes(part: 'tuned' | 'aside'): Promise<readonly JudgedProbe[]> {
  const judge = embeddedJudge()
  const judged: JudgedProbe[] = []
  for (const { language, question, reference, right, wrong } of scenesOf(part)) {
    const answers = [
      ...right.map((answer) => ({ kind: 'right' as const, answer })),
      ...wrong.map((answer) => ({ kind: 'wrong' as const, answer })),
    ]
    for (const { kind, answer } of answers) {
      const subject = { question, reference, answer }
      const instruction = { id: 'equivalence', version: 1, text: '' }
      const asked = { task: 'equivalence', subject, instruction, evidence: [], answer: Verdict, language, sample: 0 }
      const reply = await judge.ask(asked)
      const outcome = reply.status === 'answered' ? reply.value.verdict : 'abstained'
      judged.push({ kind, question, reference, answer, outcome })
    }
  }
  return judged
}

const Verdict = z.object({ verdict: z.enum(['valid', 'invalid']) })

function scenesOf(part: 'tuned' | 'aside'): readonly z.infer<typeof Scene>[] {
  const lines = readFileSync(new URL('equivalence-probes/scenes.jsonl', import.meta.url), 'utf8')
    .trim()
    .split('\n')
  const scenes = lines.map((line) => Scene.parse(JSON.parse(line)))
  return scenes.filter((scene) => (scene.part ?? partOf(`${scene.question} ${scene.reference}`)) === part)
}

function partOf(key: string): 'tuned' | 'aside' {
  return (createHash('sha256').update(`2026 ${key}`).digest()[0] ?? 0) < 256 / 3 ? 'aside' : 'tuned'
}

function shareOf(count: number, of: readonly unknown[]): string {
  const { low, high } = wilsonInterval(count, of.length)
  return `${count} (${(100 * low).toFixed(0)}–${(100 * high).toFixed(0)} %)`
}
