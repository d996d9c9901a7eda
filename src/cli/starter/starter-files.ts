import type { Language } from '../../i18n/index.ts'

/** What `shinsa init` writes: file name → text. The dataset is in the reader's language. */
export function starterFiles(language: Language, ending: 'ts' | 'mts'): Readonly<Record<string, string>> {
  return {
    [`shinsa.config.${ending}`]: config.replace('./agent.ts', `./agent.${ending}`),
    [`agent.${ending}`]: agent,
    'evals/first.evalset.json': `${JSON.stringify(dataset(language), null, 2)}\n`,
    'evals/test_config.json': `${JSON.stringify(testConfig, null, 2)}\n`,
  }
}

const config = `import { defineConfig } from 'shinsa'

export default defineConfig({
  datasets: ['evals/first.evalset.json'],
  // The agent under evaluation. Instead of a module: 'command:python agent.py', 'http://localhost:8000/chat', 'recorded:transcripts.jsonl'
  target: './agent.ts',
  // The thresholds stand in evals/test_config.json, beside the dataset, where ADK looks for them too.
})
`

const agent = `import type { FunctionAgent } from 'shinsa/targets'

// Put your agent here. It gets the user's message and a fresh session, and returns what it answered and which tools it called.
const agent: FunctionAgent = async (message, { session }) => {
  const city = /(Kyoto|Paris|京都|パリ)/.exec(message)?.[1] ?? 'Kyoto'
  const celsius = 21
  session.state['lastCity'] = city
  return {
    response: /[ぁ-ん]/.test(message) ? \`\${city}は\${celsius}度です。\` : \`It is \${celsius} degrees in \${city}.\`,
    toolCalls: [{ name: 'get_weather', args: { city }, response: { celsius } }],
  }
}

export default agent
`

const testConfig = { criteria: { tool_trajectory_avg_score: 1, response_match_score: 0.6 } }

function dataset(language: Language) {
  const [first, second] =
    language === 'ja'
      ? [turn('京都は今どんな天気？', '京都', '京都は21度です。'), turn('パリは？', 'パリ', 'パリは21度です。')]
      : [
          turn('How warm is it in Kyoto?', 'Kyoto', 'It is 21 degrees in Kyoto.'),
          turn('And in Paris?', 'Paris', 'It is 21 degrees in Paris.'),
        ]
  return {
    eval_set_id: 'first',
    name: language === 'ja' ? '最初のデータセット' : 'A first dataset',
    eval_cases: [
      { eval_id: 'one_city', conversation: [first] },
      { eval_id: 'two_cities', conversation: [first, second] },
    ],
  }
}

function turn(question: string, city: string, answer: string) {
  return {
    user_content: { role: 'user', parts: [{ text: question }] },
    final_response: { role: 'model', parts: [{ text: answer }] },
    intermediate_data: { tool_uses: [{ name: 'get_weather', args: { city } }] },
  }
}
