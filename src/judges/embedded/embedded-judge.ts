import {
  type Answer,
  type Finding,
  type Judge,
  type JudgeReply,
  type Message,
  type OfflineTask,
  type Question,
  message,
} from '../../core/index.ts'
import { EquivalenceSubject, judgeEquivalence } from './equivalence.ts'
import { GroundednessSubject, judgeGroundedness } from './groundedness.ts'
import { judgeKeyPoints, KeyPointsSubject } from './key-points.ts'
import { offlineTask } from './offline-task.ts'
import { judgeSafety, SafetySubject } from './safety/safety.ts'

type EmbeddedJudgeOptions = {
  /** Returns milliseconds from any starting point, to measure the latency. */
  readonly now?: () => number
  /** Additional tasks by their names in questions. */
  readonly tasks?: Readonly<Record<string, OfflineTask>>
}

/**
 * A judge without a language model. It compares words, numbers, names and negations, deterministically, and abstains
 * when that is not conclusive; see `docs/embedded-judge.md` for how well it agrees with people.
 */
export function embeddedJudge({ now = () => performance.now(), tasks = {} }: EmbeddedJudgeOptions = {}): Judge {
  const all = new Map(Object.entries({ ...ownTasks, ...tasks }))
  return {
    id: 'embedded',
    about: message(
      'Offline evidence check: compares words, numbers, names and negation with the given reference or context. No language model was used. It does not judge open-ended quality, reasoning, style, facts without a context, or harmful intent, and does not serve for summaries: whether those are faithful it cannot tell.',
    ),
    async ask<Value>(question: Question<Value>, signal?: AbortSignal): Promise<Answer<Value>> {
      signal?.throwIfAborted()
      const start = now()
      const finding = await findingFor(question, all)
      return answerFrom(question, finding, now() - start)
    },
  }
}

/** It does not judge longer texts: a verdict on a part would look like one on the whole. */
const LONGEST = 400_000

async function findingFor(
  { task, subject, language }: Question<unknown>,
  tasks: ReadonlyMap<string, OfflineTask>,
): Promise<Finding<unknown>> {
  if (sizeOf(subject) > LONGEST) {
    return {
      abstained: message('the texts are longer than the embedded judge reads ({limit} characters)', { limit: LONGEST }),
    }
  }
  const find = tasks.get(task)
  if (find !== undefined) return find(subject, language)
  return {
    abstained: message('the embedded judge cannot judge "{task}": that takes a language model', { task }),
  }
}

const ownTasks: Readonly<Record<string, OfflineTask>> = {
  equivalence: offlineTask(EquivalenceSubject, judgeEquivalence),
  groundedness: offlineTask(GroundednessSubject, judgeGroundedness),
  'key-points': offlineTask(KeyPointsSubject, judgeKeyPoints),
  safety: offlineTask(SafetySubject, judgeSafety),
}

function sizeOf(subject: unknown): number {
  if (typeof subject === 'string') return subject.length
  if (typeof subject !== 'object' || subject === null) return 0
  return Object.values(subject).reduce((sum: number, part: unknown) => sum + sizeOf(part), 0)
}

function answerFrom<Value>(question: Question<Value>, finding: Finding<unknown>, latencyMs: number): Answer<Value> {
  const { instruction } = question
  const reply = (said: unknown): JudgeReply => ({
    judge: 'embedded',
    instruction: `${instruction.id}@${instruction.version}`,
    raw: JSON.stringify(said),
    cost: 0,
    latencyMs,
    calls: 0,
  })
  const abstained = (reason: Message): Answer<Value> => ({
    status: 'abstained',
    reason,
    reply: reply({ abstained: reason, looked: finding.looked }),
  })
  if ('abstained' in finding) return abstained(finding.abstained)
  const value = question.answer.safeParse(finding.value)
  if (!value.success)
    return abstained(message('the question wants an answer in a form that the embedded judge does not know'))
  return { status: 'answered', value: value.data, reply: reply({ value: finding.value, looked: finding.looked }) }
}
