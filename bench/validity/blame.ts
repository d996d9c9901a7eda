// npm run bench:blame -- FILE   how often is the step that is blamed the one with the planted fault?
// FILE: trajectories with one planted fault or none, as the trajectory-judge project publishes them.
import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { JsonObject, parseJson, type Transcript } from '../../src/core/index.ts'
import { passingHabits } from '../../src/failures/step-evidence.ts'
import { measureSuspicion, setAside, type PlantedFault } from '../../src/failures/suspect-steps.ts'
import { transcriptSteps } from '../../src/failures/transcript-steps.ts'

const Trajectory = z.object({
  instance_id: z.string(),
  goal: z.string(),
  steps: z.array(
    z.object({
      call: z.object({ tool: z.string(), args: JsonObject }),
      observation: z.object({ data: JsonObject, error: z.string().nullable() }),
    }),
  ),
  label: z.object({ failure_step: z.number().nullable(), failure_type: z.string().nullable() }),
})
type Trajectory = z.infer<typeof Trajectory>

/** Its answer is the text of its last call, and is left out: it would be one step twice. */
function transcriptOf({ goal, steps }: Trajectory): Transcript {
  const toolCalls = steps.map(({ call }, index) => ({ id: String(index), name: call.tool, args: call.args }))
  const toolResponses = steps.map(({ call, observation }, index) => ({
    id: String(index),
    name: call.tool,
    response: { ...observation.data, ...(observation.error !== null && { error: observation.error }) },
  }))
  return {
    invocations: [
      { userContent: { parts: [{ text: goal }] }, steps: { form: 'lists', toolCalls, toolResponses, responses: [] } },
    ],
  }
}

function show(name: string, faults: readonly PlantedFault[]): void {
  const { hits, hitsOfNamed, constant, named, falselyBlamed } = measureSuspicion(
    faults,
    ({ transcript }) => transcriptSteps(transcript).length,
  )
  const said = (rate: typeof hits) =>
    rate === null ? '–' : `${rate.value.toFixed(3)} (${rate.low.toFixed(3)}–${rate.high.toFixed(3)}, n ${rate.n})`
  console.log(
    `${name}: exact step ${said(hits)}; of the ${named} named ${said(hitsOfNamed)}; best constant guess ` +
      `(step ${constant.step}) ${constant.rate.toFixed(3)}; blamed of clean ${said(falselyBlamed)}`,
  )
}

const [file, seed = '41', all] = process.argv.slice(2)
if (file === undefined) throw new Error('npm run bench:blame -- FILE [SEED] [all]')
const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => line !== '')
const trajectories = lines.map((line) => Trajectory.parse(parseJson(line)))
const instances = [...new Set(trajectories.map(({ instance_id: id }) => id))]
const aside = setAside(instances, Number(seed))
// What passes is known from the other instances alone: a clean one shows nothing of its own faults.
const clean = trajectories.filter(({ label }) => label.failure_step === null)
const half = instances.filter((_, index) => index % 2 === 0)
const habitsWithout = [true, false].map((isEven) =>
  passingHabits(clean.filter(({ instance_id: id }) => half.includes(id) !== isEven).map(transcriptOf)),
)
const faultsOf = (own: readonly Trajectory[], withRepeats: boolean): readonly PlantedFault[] =>
  own.flatMap((trajectory) => {
    const habits = habitsWithout[half.includes(trajectory.instance_id) ? 0 : 1]
    const same = clean.filter((other) => other !== trajectory && other.instance_id === trajectory.instance_id)
    if (habits === undefined || (withRepeats && same.length === 0)) return []
    const step = (trajectory.label.failure_step ?? -1) + 1
    return [{ transcript: transcriptOf(trajectory), step, habits, repeats: withRepeats ? same.map(transcriptOf) : [] }]
  })
const parts = {
  developed: (id: string) => !aside.has(id),
  ...(all === 'all' && { 'set aside': (id: string) => aside.has(id) }),
}
for (const [name, isOf] of Object.entries(parts)) {
  const own = trajectories.filter(({ instance_id: id }) => isOf(id))
  show(`${name}, without repeats`, faultsOf(own, false))
  show(`${name}, with a passing repeat`, faultsOf(own, true))
  for (const [type, some] of Map.groupBy(own, ({ label }) => label.failure_type ?? 'clean'))
    show(`  ${type}`, faultsOf(some, false))
}
