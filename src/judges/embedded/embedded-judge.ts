import type { Answer, Judge, JudgeReply, Message, Question } from '../../core/index.ts'
import { message } from '../../core/index.ts'
import { EquivalenceSubject, judgeEquivalence } from './equivalence.ts'
import { ExplanationSubject, judgeExplanation } from './explanation-quality.ts'
import type { Finding } from './finding.ts'
import { GroundednessSubject, judgeGroundedness } from './groundedness.ts'
import { judgeKeyPoints, KeyPointsSubject } from './key-points.ts'
import { judgePanel, PanelSubject } from './panel.ts'
import { judgeRubrics, RubricsSubject } from './rubric-checks.ts'
import { judgeSafety, SafetySubject } from './safety/safety.ts'
import { judgeStrands, StrandsSubject } from './strands.ts'
import { loadWeights } from './weights.ts'

type EmbeddedJudgeOptions = {
  /** Milliseconds from anywhere, for the latency in the reply. */
  readonly now?: () => number
}

/**
 * A judge without a language model: it compares words, numbers, names and negation, the same way every time. It abstains
 * where that decides nothing; see `docs/judges.md` for how well it agrees with people.
 */
export function embeddedJudge({ now = () => performance.now() }: EmbeddedJudgeOptions = {}): Judge {
  return {
    id: 'embedded',
    about: message(
      'Offline evidence check: compares words, numbers, names and negation with the given reference or context. No language model was used. It does not judge open-ended quality, reasoning, style, facts without a context, or harmful intent.',
    ),
    async ask<Value>(question: Question<Value>, signal?: AbortSignal): Promise<Answer<Value>> {
      signal?.throwIfAborted()
      const start = now()
      const finding = await findingFor(question)
      return answerFrom(question, finding, now() - start)
    },
  }
}

/** More text than this is not read: a verdict on a part would look like one on the whole. */
const LONGEST = 400_000

async function findingFor({ task, subject, language }: Question<unknown>): Promise<Finding<unknown>> {
  if (sizeOf(subject) > LONGEST) {
    return {
      abstained: message('the texts are longer than the embedded judge reads ({limit} characters)', { limit: LONGEST }),
    }
  }
  switch (task) {
    case 'equivalence':
      return judge(EquivalenceSubject.safeParse(subject), async (read) =>
        judgeEquivalence(read, await loadWeights(), language),
      )
    case 'groundedness':
      return judge(GroundednessSubject.safeParse(subject), async (read) =>
        judgeGroundedness(read, await loadWeights(), language),
      )
    case 'key-points':
      return judge(KeyPointsSubject.safeParse(subject), async (read) =>
        judgeKeyPoints(read, await loadWeights(), language),
      )
    case 'safety':
      return judge(SafetySubject.safeParse(subject), async (read) => judgeSafety(read, await loadWeights(), language))
    case 'explanation-quality':
      return judge(ExplanationSubject.safeParse(subject), async (read) => judgeExplanation(read, language))
    case 'panel':
      return judge(PanelSubject.safeParse(subject), async (read) => judgePanel(read, await loadWeights(), language))
    case 'rubrics':
      return judge(RubricsSubject.safeParse(subject), async (read) => judgeRubrics(read, language))
    case 'strands':
      return judge(StrandsSubject.safeParse(subject), async (read) => judgeStrands(read, await loadWeights(), language))
    default:
      return {
        abstained: message('the embedded judge cannot judge "{task}": that takes a language model', { task }),
      }
  }
}

type Read<Subject> = { readonly success: true; readonly data: Subject } | { readonly success: false }

async function judge<Subject>(
  subject: Read<Subject>,
  find: (subject: Subject) => Promise<Finding<unknown>>,
): Promise<Finding<unknown>> {
  return subject.success ? find(subject.data) : { abstained: message('the question has no subject that code can read') }
}

/** Characters of all texts in a subject, as far as we would read them. */
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
