import type { Language } from '../../i18n/index.ts'

/** Starters that replace evaluations in TypeScript. */
export const starterKinds = ['adk', 'table', 'python'] as const
export type StarterKind = (typeof starterKinds)[number]

/** Returns the files of `shinsa init`, as file name → text. Cases are in the reader's language. */
export function starterFiles(
  kind: StarterKind | undefined,
  { language, ending }: { readonly language: Language; readonly ending: 'ts' | 'mts' },
): Readonly<Record<string, string>> {
  const words = texts[language]
  const agentFile = `agent.${ending}`
  const config = (dataset: string, target: string) => ({ [`shinsa.config.${ending}`]: configText(dataset, target) })
  switch (kind) {
    case undefined:
      return { [agentFile]: agent, [`evals/weather.eval.${ending}`]: evaluationText(words, `../${agentFile}`) }
    case 'adk':
      return {
        ...config('evals/first.evalset.json', `./${agentFile}`),
        [agentFile]: agent,
        'evals/first.evalset.json': json(evalSet(words)),
        'evals/test_config.json': json({ criteria: { tool_trajectory_avg_score: 1, final_response_match_v2: 0.8 } }),
      }
    case 'table':
      return {
        ...config('evals/questions.csv', `./${agentFile}`),
        [agentFile]: agent,
        'evals/questions.csv': table(words),
      }
    case 'python':
      return {
        ...config('evals/questions.csv', 'command:python3 agent.py'),
        'agent.py': pythonAgent,
        'evals/questions.csv': table(words),
      }
  }
}

type Exchange = { readonly ask: string; readonly city: string; readonly answer: string }

const texts: Readonly<Record<Language, { readonly kyoto: Exchange; readonly paris: Exchange }>> = {
  en: {
    kyoto: { ask: 'How warm is it in Kyoto?', city: 'Kyoto', answer: 'It is 21 degrees in Kyoto.' },
    paris: { ask: 'And in Paris?', city: 'Paris', answer: 'It is 21 degrees in Paris.' },
  },
  ja: {
    kyoto: { ask: '京都は今どんな天気？', city: '京都', answer: '京都は21度です。' },
    paris: { ask: 'パリは？', city: 'パリ', answer: 'パリは21度です。' },
  },
}

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

const pythonAgent = `"""Put your agent here: it reads one JSON message per line, and writes one JSON answer per line."""

import json
import re
import sys


def answer(message):
    found = re.search("Kyoto|Paris|京都|パリ", message)
    city = found.group() if found else "Kyoto"
    celsius = 21
    is_japanese = re.search("[ぁ-ん]", message)
    return {
        "response": f"{city}は{celsius}度です。" if is_japanese else f"It is {celsius} degrees in {city}.",
        "toolCalls": [{"name": "get_weather", "args": {"city": city}, "response": {"celsius": celsius}}],
    }


sys.stdin.reconfigure(encoding="utf-8")
for line in sys.stdin:
    print(json.dumps(answer(json.loads(line)["message"])), flush=True)
`

type Texts = (typeof texts)[Language]

function evaluationText({ kyoto, paris }: Texts, agentFile: string): string {
  return `import { evaluation } from 'shinsa/testing'

export default evaluation('weather', {
  agent: '${agentFile}', // or a function, an agent of a framework, 'http://localhost:8000/chat', 'command:python3 agent.py'
  cases: [
    {
      id: 'one_city',
      ask: '${kyoto.ask}',
      calls: [${callText(kyoto)}],
      answer: '${kyoto.answer}',
    },
    {
      id: 'two_cities',
      ask: ['${kyoto.ask}', '${paris.ask}'],
      calls: [${callText(kyoto)}, ${callText(paris)}],
      answer: '${paris.answer}',
    },
  ],
})
`
}

function callText({ city }: Exchange): string {
  return `{ name: 'get_weather', args: { city: '${city}' } }`
}

function configText(dataset: string, target: string): string {
  return `import { defineConfig } from 'shinsa'

export default defineConfig({
  datasets: ['${dataset}'],
  // The agent under evaluation: a module, 'command:python3 agent.py', 'http://localhost:8000/chat', 'recorded:transcripts.jsonl'
  target: '${target}',
})
`
}

function table({ kyoto, paris }: Texts): string {
  const inParis = { ...kyoto, ask: kyoto.ask.replace(kyoto.city, paris.city), answer: paris.answer }
  return `question,answer\n${[kyoto, inParis].map(({ ask, answer }) => `${ask},${answer}\n`).join('')}`
}

function evalSet({ kyoto, paris }: Texts) {
  return {
    eval_set_id: 'first',
    eval_cases: [
      { eval_id: 'one_city', conversation: [turn(kyoto)] },
      { eval_id: 'two_cities', conversation: [turn(kyoto), turn(paris)] },
    ],
  }
}

function turn({ ask, city, answer }: Exchange) {
  return {
    user_content: { role: 'user', parts: [{ text: ask }] },
    final_response: { role: 'model', parts: [{ text: answer }] },
    intermediate_data: { tool_uses: [{ name: 'get_weather', args: { city } }] },
  }
}

function json(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`
}
