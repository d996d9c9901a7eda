import { describe, expect, it } from 'vitest'
import { responseTextOf, toEnglish, toolCallsOf, type DocumentDataset } from '../../core/index.ts'
import { detectDocumentFormat } from '../../formats/detect-format.ts'
import { agentsCliDatasetFrom } from './agents-cli-dataset.ts'
import { adkFormats } from './formats.ts'

const origin = { file: 'tests/eval/datasets/basic-dataset.json' }
const text = (role: string, words: string) => ({ role, parts: [{ text: words }] })

// The shapes of agents-cli's own documentation (references/dataset_schema.md, eval-dataset-migration.md, release 1.4.0).
const prompt = {
  eval_case_id: 'booking_confirmation',
  prompt: text('user', 'Book my flight to Paris.'),
  reference: { response: text('model', 'Booked: AB-12.') },
  context: 'Flights to Paris leave daily.',
  rubric_groups: {
    booking_rubrics: {
      rubrics: [
        {
          rubric_id: 'confirmation_check',
          content: { property: { description: 'Gives a reference number.' } },
          importance: 'HIGH',
        },
      ],
    },
  },
  tags: ['smoke'],
}
const agents = {
  flight_booker: {
    agent_id: 'flight_booker',
    instruction: 'Help the user book flights.',
    tools: [{ function_declarations: [{ name: 'search_flights', description: 'Search available flights.' }] }],
  },
}
const said = (author: string, words: string) => ({ author, content: text(author === 'user' ? 'user' : 'model', words) })
const continued = {
  eval_case_id: 'follow_up',
  agent_data: {
    agents,
    turns: [
      {
        turn_index: 0,
        events: [
          said('user', 'Book a flight to Paris.'),
          said('flight_booker', 'What dates are you flying?'),
          said('user', 'Next Monday, returning Friday.'),
        ],
      },
    ],
  },
}
const trace = {
  eval_case_id: 'flight_booking_via_specialist',
  agent_data: {
    agents,
    turns: [
      { turn_index: 0, events: [said('user', 'Book a flight to NYC'), said('router', 'Routing to flight_bot.')] },
      {
        turn_index: 1,
        events: [
          {
            author: 'flight_bot',
            content: { parts: [{ function_call: { name: 'search_flights', args: { destination: 'NYC' } } }] },
          },
          {
            author: 'tool',
            content: { parts: [{ function_response: { name: 'search_flights', response: { price: 320 } } }] },
          },
          said('flight_bot', 'Found AA123 to NYC for $320.'),
        ],
      },
    ],
  },
}

function read(...eval_cases: readonly object[]): DocumentDataset {
  return agentsCliDatasetFrom({ eval_cases }, { origin, name: 'basic-dataset' })
}

function formatOf(value: unknown): string {
  return detectDocumentFormat(value, adkFormats)?.name ?? 'none'
}

describe('a dataset of agents-cli', () => {
  it('is told from an eval set by its cases', () => {
    expect(formatOf({ eval_cases: [prompt] })).toBe('agents-cli-dataset')
    expect(formatOf({ evalCases: [{ evalCaseId: 'a', prompt: text('user', 'Hi') }] })).toBe('agents-cli-dataset')
    expect(formatOf({ eval_cases: [{ eval_id: 'a', conversation: [] }] })).toBe('adk-eval-set')
    expect(formatOf({ eval_set_id: 's', eval_cases: [] })).toBe('adk-eval-set')
  })

  it('has a prompt with its reference, rubrics and context', () => {
    const { dataset, transcripts } = read(prompt, { prompt: 'Hi' })
    expect(transcripts).toBeUndefined()
    expect(dataset.cases).toMatchObject([
      {
        id: 'booking_confirmation',
        conversation: [{ userContent: prompt.prompt, finalResponse: prompt.reference.response }],
        rubrics: [{ id: 'confirmation_check', property: 'Gives a reference number.', type: 'FINAL_RESPONSE_QUALITY' }],
        metadata: { tags: ['smoke'], documents: ['Flights to Paris leave daily.'] },
      },
      { id: 'case-2', conversation: [{ userContent: text('user', 'Hi') }] },
    ])
  })

  it('has a conversation that ends with the user’s message', () => {
    const [evalCase] = read(continued).dataset.cases
    expect(evalCase?.conversation).toEqual([
      {
        userContent: text('user', 'Book a flight to Paris.'),
        finalResponse: text('model', 'What dates are you flying?'),
      },
      { userContent: text('user', 'Next Monday, returning Friday.') },
    ])
  })

  it('is a recording where the agent has answered, whose answers are no references', () => {
    const { dataset, transcripts } = read(trace, { ...prompt, responses: [{ response: text('model', 'Done.') }] })
    expect(dataset.cases[0]?.conversation).toEqual([{ userContent: text('user', 'Book a flight to NYC') }])
    const [first, second] = transcripts ?? []
    const exchange = first?.invocations[0]
    if (exchange === undefined) throw new Error('there is no transcript')
    expect(responseTextOf(exchange)).toBe('Found AA123 to NYC for $320.')
    expect(toolCallsOf(exchange)).toMatchObject([{ name: 'search_flights', args: { destination: 'NYC' } }])
    expect(exchange.agents).toMatchObject({ flight_booker: { instructions: 'Help the user book flights.' } })
    expect(second?.invocations.map((one) => responseTextOf(one))).toEqual(['Done.'])
  })

  it('says when only some of its cases were recorded', () => {
    const { transcripts, notes } = read(prompt, trace)
    expect(transcripts).toBeUndefined()
    expect(notes?.map(toEnglish)).toEqual(['1 of 2 cases are recorded conversations; their agent is asked anew'])
  })

  it.each([
    [
      { eval_case_id: 'a', resume_text: 'x' },
      'eval_cases[0]: a case of agents-cli needs a prompt, agent_data or a user_scenario',
    ],
    [{ eval_case_id: 'a', prompt: { parts: [{ txt: 'Hi' }] } }, 'eval_cases[0].prompt.parts[0].txt'],
    [{ eval_case_id: 'a', prompt: 7 }, 'eval_cases[0].prompt'],
  ])('refuses %j', (evalCase, place) => {
    expect(() => read(evalCase)).toThrow(place)
  })

  it('refuses the same id twice', () => {
    expect(() => read(prompt, prompt)).toThrow(
      'eval_cases[1].eval_case_id: the case "booking_confirmation" is there twice',
    )
  })
})
