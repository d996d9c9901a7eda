import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { toEnglish } from '../../core/index.ts'
import { parseYamlSource } from '../../formats/kit/yaml-document.ts'
import { convertPromptfoo } from './convert-promptfoo.ts'
import { isPromptfooConfig } from './promptfoo-config.ts'

const place = mkdtempSync(join(tmpdir(), 'shinsa-promptfoo-'))
afterAll(() => rmSync(place, { recursive: true }))

/** What a config becomes, with the files that lie beside it. */
async function converted(config: string, files: Readonly<Record<string, string>> = {}) {
  const folder = mkdtempSync(join(place, 'project-'))
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  const { value, lineOf } = await parseYamlSource(config, 'promptfooconfig.yaml')
  if (!isPromptfooConfig(value)) throw new Error('this is no config of promptfoo')
  const file = join(folder, 'promptfooconfig.yaml')
  const { text, lost } = await convertPromptfoo(value, { file, cwd: folder, output: undefined, lineOf })
  return { text, lost: lost.map(toEnglish) }
}

describe('a config of promptfoo', () => {
  it('has the variables of its defaults beside those that a test reads from a file', async () => {
    const { text, lost } = await converted(
      `
prompts: ['{{tone}} {{q}}']
defaultTest: { vars: { tone: Kindly } }
tests: [{ vars: file://v.yaml, assert: [{ type: equals, value: x }] }]
`,
      { 'v.yaml': 'q: why?' },
    )
    expect(text).toContain('ask: "Kindly why?"')
    expect(lost).toEqual([])
  })

  it('becomes an evaluation: prompts are filled in, lists of variables are a case each, defaults are at every case', async () => {
    const { text, lost } = await converted(`
description: capitals
prompts: ['What is the capital of {{country}}? {{ style.tone }}']
providers: [{ id: 'openai:gpt-4o', config: { apiKey: secret } }]
defaultTest: { vars: { style: { tone: Briefly. } }, assert: [{ type: javascript, value: output.length < 40 }] }
tests:
  - vars: { country: [France, Japan] }
    assert: [{ type: icontains-any, value: [Paris, Tokyo] }]
  - description: the north
    vars: { country: Norway }
    assert: [{ type: equals, value: Oslo }, { type: not-contains, value: '{{country}}' }, { type: llm-rubric, value: is polite }]
`)
    expect(text).toMatchInlineSnapshot(`
      "// Converted from promptfooconfig.yaml of promptfoo.
      import { evaluation } from 'shinsa/testing'
      /** What code says; nothing where it throws. */
      const tried = async (code) => {
        try {
          return await code()
        } catch {
          return undefined
        }
      }

      /** What promptfoo hands to code. */
      const contextOf = ({ metadata: vars = {}, conversation = [] }, config) => ({
        vars,
        config,
        test: { vars, metadata: vars, options: {} },
        prompt: conversation.flatMap(({ userContent }) => userContent.parts.map(({ text }) => text ?? '')).join('\\n'),
      })

      /** Code says it by true or false, a number, or pass with score and reason; all else says nothing. */
      const holds = (said, threshold) => {
        if (typeof said === 'boolean') return said
        if (typeof said === 'number') return threshold === undefined ? said > 0 : said >= threshold
        const isResult = [typeof said?.pass, typeof said?.score, typeof said?.reason].join() === 'boolean,number,string'
        return isResult ? said.pass : undefined
      }

      export default evaluation("capitals", {
        cases: [
          {
            id: "test-1-1",
            ask: "What is the capital of France? Briefly.",
            metadata: {"style":{"tone":"Briefly."},"country":"France"},
            check: {
              "javascript: output.length < 40": async (output, context) => holds(await tried(() => ((output, context) => {
      return output.length < 40
      })(output, contextOf(context.evalCase)))) === true,
              "icontains-any": (output) => ["paris","tokyo"].some((text) => output.toLowerCase().includes(text)),
            },
          },
          {
            id: "test-1-2",
            ask: "What is the capital of Japan? Briefly.",
            metadata: {"style":{"tone":"Briefly."},"country":"Japan"},
            check: {
              "javascript: output.length < 40": async (output, context) => holds(await tried(() => ((output, context) => {
      return output.length < 40
      })(output, contextOf(context.evalCase)))) === true,
              "icontains-any": (output) => ["paris","tokyo"].some((text) => output.toLowerCase().includes(text)),
            },
          },
          {
            id: "test-2",
            ask: "What is the capital of Norway? Briefly.",
            metadata: {"description":"the north","style":{"tone":"Briefly."},"country":"Norway"},
            rubric: ["is polite"],
            check: {
              "javascript: output.length < 40": async (output, context) => holds(await tried(() => ((output, context) => {
      return output.length < 40
      })(output, contextOf(context.evalCase)))) === true,
              "equals: Oslo": (output) => output === "Oslo",
              "not-contains: Norway": (output) => !(output.includes("Norway")),
            },
          },
        ],
      })
      "
    `)
    expect(lost).toEqual(['who is asked is not taken over (openai:gpt-4o): name the agent with --target'])
  })

  it('takes prompts, tests and messages from files, and tests from tables', async () => {
    const { text, lost } = await converted(
      `
prompts: [file://prompts/*.txt, file://chat.yaml, file://made.py]
tests: [file://tests.csv, { vars: { text: file://long.md, image: file://a.png } }]
`,
      {
        'long.md': '# Long\n',
        'prompts/a.txt': 'Shorten: {{text}}\n---\nIn one word: {{text}}',
        'chat.yaml': '- { role: system, content: You are terse. }\n- { role: user, content: "Sum up: {{text}}" }',
        'tests.csv':
          'text,__expected,__expected2,__description\n"a\n""b""","contains-all: a, b",not-regex: ^Sorry,first\nc,c,,\n',
      },
    )
    expect(text.match(/evaluation\("[^"]*"/g)).toMatchInlineSnapshot(`
      [
        "evaluation("promptfooconfig: prompt 1.1"",
        "evaluation("promptfooconfig: prompt 1.2"",
        "evaluation("promptfooconfig: prompt 2"",
        "evaluation("promptfooconfig: prompt 3"",
      ]
    `)
    expect(text.match(/ask: .*/g)).toMatchInlineSnapshot(`
      [
        "ask: "Shorten: a\\n\\"b\\"",",
        "ask: "Shorten: c",",
        "ask: "Shorten: # Long",",
        "ask: "In one word: a\\n\\"b\\"",",
        "ask: "In one word: c",",
        "ask: "In one word: # Long",",
        "ask: "Sum up: a\\n\\"b\\"",",
        "ask: "Sum up: c",",
        "ask: "Sum up: # Long",",
        "ask: "a\\n\\"b\\"",",
        "ask: "c",",
        "ask: "{\\"text\\":\\"# Long\\",\\"image\\":\\"file://a.png\\"}",",
      ]
    `)
    expect(text.match(/^ {8}".*/gm)?.slice(0, 4)).toMatchInlineSnapshot(`
      [
        "        "contains-all": (output) => ["a","b"].every((text) => output.includes(text)),",
        "        "not-regex: ^Sorry": (output) => !(new RegExp("^Sorry").test(output)),",
        "        "equals: c": (output) => output === "c",",
        "        "contains-all": (output) => ["a","b"].every((text) => output.includes(text)),",
      ]
    `)
    expect(lost).toMatchInlineSnapshot(`
      [
        "prompt 3 is made by code, or lies elsewhere (file://made.py): cases ask what the variables say",
        "the variable image is made by code, no text, or lies elsewhere: file://a.png",
        "a message of system in the prompt is left out, it belongs to the agent: test-1 (tests.csv:2), test-2 (tests.csv:4), test-3 (promptfooconfig.yaml:3)",
      ]
    `)
  })

  it('says which logic of templates stays in a variable', async () => {
    const { lost } = await converted(`
prompts: ['{{ x }}']
tests:
  - { vars: { x: '{% for y in z %}{{ y }}{% endfor %}' } }
`)
    expect(lost).toContain('{% for %} in the prompt is not filled in: test-1 (promptfooconfig.yaml:4)')
  })

  it('says once of each kind what has no counterpart, with the tests that have it', async () => {
    const { lost } = await converted(`
prompts: ['{% if x %}{{ x | upper }}{% endif %}']
providers: file://provider.py
tests:
  - { vars: { x: 1 }, assert: [{ type: similar, value: a }, { type: python, value: 'len(output) > 1' }] }
  - { vars: { x: 2 }, assert: [{ type: similar, value: b }, { type: javascript, value: file://check.js }] }
  - { vars: { x: 3 }, assert: [{ type: regex, value: '(?P<year>[0-9]+)' }, { type: g-eval, value: [kind, short], threshold: 0.8 }] }
  - { vars: { x: 4 }, threshold: 0.5, assert: [{ type: contains, value: a }, { type: llm-rubric, value: b }] }
  - { vars: { x: 5 }, options: { transform: output.text }, assert: [{ type: contains, value: a }] }
  - { vars: { x: 6 }, provider: other, options: { rubricPrompt: p }, assert: [{ type: contains, value: a, weight: 0 }] }
derivedMetrics: [{ name: f1, value: a / b }]
`)
    expect(lost).toMatchInlineSnapshot(`
      [
        "the assertion similar has no counterpart and is left out: test-1 (promptfooconfig.yaml:5), test-2 (promptfooconfig.yaml:6)",
        "the assertion python has no counterpart and is left out: test-1 (promptfooconfig.yaml:5)",
        "{% if %} in the prompt is not filled in: test-1 (promptfooconfig.yaml:5), test-2 (promptfooconfig.yaml:6), test-3 (promptfooconfig.yaml:7), test-4 (promptfooconfig.yaml:8), test-5 (promptfooconfig.yaml:9) … (6)",
        "{% endif %} in the prompt is not filled in: test-1 (promptfooconfig.yaml:5), test-2 (promptfooconfig.yaml:6), test-3 (promptfooconfig.yaml:7), test-4 (promptfooconfig.yaml:8), test-5 (promptfooconfig.yaml:9) … (6)",
        "the assertion javascript (file://check.js) has no counterpart and is left out: test-2 (promptfooconfig.yaml:6)",
        "the assertion regex has no counterpart and is left out: test-3 (promptfooconfig.yaml:7)",
        "thresholds of what a judge grades are left out, a rubric holds or does not: test-3 (promptfooconfig.yaml:7)",
        "the threshold 0.5 counts the checks in code only, what a judge grades has to hold beside it: test-4 (promptfooconfig.yaml:8)",
        "provider of the test is left out: test-6 (promptfooconfig.yaml:10)",
        "options.rubricPrompt of the test is left out: test-6 (promptfooconfig.yaml:10)",
        "contains: a has no weight, it is only shown there, and left out: test-6 (promptfooconfig.yaml:10)",
        "derivedMetrics (promptfooconfig.yaml:11) of the config is left out",
        "who is asked is not taken over (file://provider.py): name the agent with --target",
      ]
    `)
  })

  it('reads nothing that lies outside of the project', async () => {
    const { text, lost } = await converted(
      'prompts: [file:///etc/hostname.txt, file://../../outside.txt]\ntests: [/etc/passwd.csv, { vars: { x: 1 } }]',
    )
    expect(lost).toEqual([
      'the tests of /etc/passwd.csv are made by code, or lie elsewhere: they are not read',
      'prompt 1 is made by code, or lies elsewhere (file:///etc/hostname.txt): cases ask what the variables say',
      'prompt 2 is made by code, or lies elsewhere (file://../../outside.txt): cases ask what the variables say',
    ])
    expect(text).not.toContain('root:')
  })

  it('leaves out what is said to be equal to nothing', async () => {
    const { lost, text } = await converted(
      'prompts: [a]\ntests:\n  - assert: [{ type: equals }, { type: not-equals }, { value: 7 }]',
    )
    expect(lost).toEqual([
      'the assertion equals has no counterpart and is left out: test-1 (promptfooconfig.yaml:3)',
      'the assertion not-equals has no counterpart and is left out: test-1 (promptfooconfig.yaml:3)',
    ])
    expect(text).toContain('output === "7"')
  })

  it('writes hostile texts as texts', async () => {
    const { text } = await converted(`
prompts: ['{{x}}']
tests: [{ vars: { x: "\\"); process.exit(7); (\\"\\u2028" }, description: "*/ process.exit(7) /*", assert: [{ type: contains, value: "\`\${process.exit(7)}\`" }] }]
`)
    const file = join(place, 'hostile.mjs')
    writeFileSync(file, text.replace(/^import .*$/m, 'const evaluation = (name, settings) => settings'))
    const { default: settings } = (await import(file)) as { default: { cases: { ask: string; check: object }[] } }
    expect(settings.cases[0]?.ask).toBe('"); process.exit(7); ("\u2028')
    expect(Object.keys(settings.cases[0]?.check ?? {})).toEqual(['contains: `${process.exit(7)}`'])
  })
})

it('takes code from files, prompts and variables from patterns, expectations and tests from files of all kinds', async () => {
  const { text, lost } = await converted(
    `
prompts: [file://prompts/*, { raw: 'Short: {{x}}', label: short }]
env: { TONE: kind }
tests:
  - file://more.jsonl
  - vars: { x: file://parts/*.txt, y: "{{x}}, {{env.TONE}}" }
    prompts: [short]
    metadata: { team: red }
    assert:
      - { type: javascript, value: file://check.cjs:named, metric: Length }
      - { type: javascript, value: file://../outside.js }
      - { type: contains-any, value: file://words.json }
      - { type: llm-rubric, value: file://rubric.txt, metric: Tone, provider: openai:gpt-4o }
      - { type: contains, value: "{% if x %}a{% endif %}" }
outputPath: out.json
`,
    {
      'prompts/a.md': '---\ntitle: x\n---\nAnswer: {{x}}',
      'prompts/b.csv': 'prompt,label\n"One, {{x}}",a\n"Two, {{x}}",b\n',
      'more.jsonl': '{"vars": {"x": "line"}, "prompts": ["short"], "assert": [{"type": "similar", "value": "a"}]}\n',
      'parts/1.txt': 'first\n',
      'parts/2.txt': 'second',
      'check.cjs': 'exports.named = (output) => output.length > 3',
      'words.json': '["one", 2]',
      'rubric.txt': 'is kind\n',
    },
  )
  expect(text.slice(text.indexOf('export default'))).toMatchInlineSnapshot(`
    "export default evaluation("promptfooconfig", {
      cases: [
        {
          id: "test-1",
          ask: "Short: line",
          metadata: {"x":"line"},
        },
        {
          id: "test-2-1",
          ask: "Short: first",
          metadata: {"team":"red","x":"first","y":"first, kind"},
          rubric: [{"id":"Tone","property":"is kind"}],
          check: {
            "Length · javascript: file://check.cjs:named": async (output, context) => holds(await tried(() => functionOf(code1, "named")(output, contextOf(context.evalCase)))) === true,
            "contains-any": (output) => ["one","2"].some((text) => output.includes(text)),
          },
        },
        {
          id: "test-2-2",
          ask: "Short: second",
          metadata: {"team":"red","x":"second","y":"second, kind"},
          rubric: [{"id":"Tone","property":"is kind"}],
          check: {
            "Length · javascript: file://check.cjs:named": async (output, context) => holds(await tried(() => functionOf(code1, "named")(output, contextOf(context.evalCase)))) === true,
            "contains-any": (output) => ["one","2"].some((text) => output.includes(text)),
          },
        },
      ],
    })
    "
  `)
  expect(lost).toMatchInlineSnapshot(`
    [
      "the assertion similar has no counterpart and is left out: test-1 (more.jsonl:1)",
      "the assertion javascript (file://../outside.js) has no counterpart and is left out: test-2-1 (promptfooconfig.yaml:11), test-2-2 (promptfooconfig.yaml:11)",
      "assert.provider of the test is left out: test-2-1 (promptfooconfig.yaml:13), test-2-2 (promptfooconfig.yaml:13)",
      "the assertion contains ({% if %}) has no counterpart and is left out: test-2-1 (promptfooconfig.yaml:14), test-2-2 (promptfooconfig.yaml:14)",
      "outputPath (promptfooconfig.yaml:15) of the config is left out",
    ]
  `)
})

it('reads tests from a table with what it says of assertions', async () => {
  const { text, lost } = await converted(`prompts: ['{{x}}']\ntests: tests.csv`, {
    'tests.csv':
      'x,__expected1,__expected2,__metric,__metadata:tags[],__config:__expected2:threshold,__providerOutput\na,levenshtein: ab,fn: output.length / 10,Size,"one, two",0.2,said\n',
  })
  expect(text.slice(text.indexOf('export default'))).toMatchInlineSnapshot(`
    "export default evaluation("promptfooconfig", {
      cases: [
        {
          id: "test-1",
          ask: "a",
          metadata: {"tags":["one","two"],"x":"a"},
          check: {
            "Size · levenshtein: ab": (output) => distance(output, "ab") <= 0.75,
            "Size · javascript: output.length / 10": async (output, context) => holds(await tried(() => ((output, context) => {
    return output.length / 10
    })(output, contextOf(context.evalCase))), 0.2) === true,
          },
        },
      ],
    })
    "
  `)
  expect(lost).toMatchInlineSnapshot(`
    [
      "__providerOutput of the test is left out: test-1 (tests.csv:2)",
    ]
  `)
})

it('a config of whose tests none can be read is refused, and no case without a question is made', async () => {
  const away = 'https://docs.google.com/spreadsheets/d/1/edit'
  for (const tests of [away, 'file://made.py:tests', `[${away}]`]) {
    await expect(converted(`prompts: ['{{x}}']\nproviders: [echo]\ntests: ${tests}`)).rejects.toMatchObject({
      code: 'format',
    })
  }
})

it('a config that only attacks holds no tests', async () => {
  await expect(converted('targets: [openai:gpt-4o]\nredteam: { plugins: [harmful] }')).rejects.toMatchObject({
    code: 'format',
  })
})

describe('checks', () => {
  const cases: readonly (readonly [string, string, boolean])[] = [
    ['{ type: equals, value: { a: [1] } }', '{"a": [1]}', true],
    ['{ type: equals, value: 7 }', '7', true],
    ['{ type: is-json }', '[1', false],
    [
      '{ type: is-json, value: { type: object, required: [a], properties: { a: { type: number } } } }',
      '{"a": "1"}',
      false,
    ],
    [
      '{ type: is-json, value: { type: object, required: [a], properties: { a: { type: number } } } }',
      '{"a": 1}',
      true,
    ],
    ['{ type: contains-json }', 'Here: {"a": {"b": 1}} }', true],
    ['{ type: contains-json }', 'none {at all}', false],
    ['{ type: levenshtein, value: kitten, threshold: 3 }', 'sitting', true],
    ['{ type: levenshtein, value: kitten, threshold: 2 }', 'sitting', false],
    ['{ type: word-count, value: { min: 2, max: 3 } }', ' one  two ', true],
    ['{ type: word-count, value: 3 }', 'one two', false],
    ['{ type: not-starts-with, value: Sorry }', 'Sorry, no', false],
    ['{ type: javascript, value: "JSON.parse(output).ok" }', 'no json', false],
    ['{ type: javascript, value: "output.length / 10", threshold: 0.5 }', '12345', true],
    ['{ type: javascript, value: "({ pass: output === context.vars.x, score: 0, reason: output })" }', 'v', true],
    ['{ type: not-javascript, value: "output.length > 3" }', 'long', false],
    [
      '{ type: assert-set, threshold: 0.5, assert: [{ type: contains, value: a }, { type: contains, value: b }] }',
      'a',
      true,
    ],
    ['{ type: assert-set, assert: [{ type: contains, value: a }, { type: contains, value: b }] }', 'a', false],
    ['{ type: contains-all, value: "a, b" }', 'b a', true],
    ['{ type: contains-any, value: "x, y," }', 'b a', false],
    [`{ type: contains-any, value: '"a, b", y' }`, 'a b', false],
    ['{ type: not-equals, value: { a: 1 } }', 'no json', false],
    ['{ type: not-levenshtein, value: a }', 'a', true],
    ['{ type: icontains, value: "{{ x | upper }}" }', 'v', true],
    ['{ type: contains, value: "{{ nothing | default(\'other\') }}" }', 'v', false],
    ['{ type: is-json, value: { type: object, required: [city] } }', '{"country": "France"}', false],
    ['{ type: is-json, value: "required: [a]" }', '{"b": 1}', false],
    [
      '{ type: is-json, value: { $defs: { n: { type: [integer, "null"] } }, items: { $ref: "#/$defs/n" } } }',
      '[1, null]',
      true,
    ],
    [
      '{ type: is-json, value: { $defs: { n: { type: [integer, "null"] } }, items: { $ref: "#/$defs/n" } } }',
      '[1.5]',
      false,
    ],
    ['{ type: is-json, value: { oneOf: [{ const: a }, { minLength: 3 }] } }', '"abc"', true],
    ['{ type: is-json, value: { not: { format: date } } }', '"2026-02-01"', false],
    [
      '{ type: is-json, value: { additionalProperties: false, patternProperties: { "^x": {} } } }',
      '{"x1": 1, "y": 2}',
      false,
    ],
    ['{ type: javascript, value: "const n = output.length; n > 2" }', 'abc', true],
    ['{ type: javascript, value: "(async () => output === \'abc\')()" }', 'abc', true],
    ['{ type: javascript, value: "n = 3; n > 2" }', 'abc', true],
    ['{ type: javascript, value: "context.config.most > output.length", config: { most: 2 } }', 'a', true],
    ['{ type: javascript, value: "context.test.vars.x === \'v\'" }', 'a', true],
    ["{ type: javascript, value: \"process.mainModule.require('path').basename(output) === 'b'\" }", 'a/b', true],
    ['{ type: javascript, value: "({ pass: true, score: 1 })" }', 'no reason is no result', false],
    [
      '{ type: javascript, value: "({ pass: true, score: 0.1, reason: output })", threshold: 0.5 }',
      'its own word',
      true,
    ],
    ['{ type: javascript, value: "\'text\'" }', 'a', false],
    ['{ type: not-javascript, value: "nothing.here" }', 'a', false],
    ['{ type: not-javascript, value: "false" }', 'a', true],
    ['{ type: equals, value: ABC, transform: output.toUpperCase() }', 'abc', true],
    ['{ type: javascript, value: output.length === 1, transform: "JSON.parse(output)" }', '[7]', true],
    [`{ type: contains, value: '"n":7', transform: "({ n: JSON.parse(output)[0] })" }`, '[7]', true],
    ['{ type: not-contains, value: a, transform: JSON.parse(output) }', 'what throws has not held', false],
    [
      '{ type: assert-set, assert: [{ type: contains, value: z, weight: 0 }, { type: contains, value: a }] }',
      'a',
      true,
    ],
    [
      '{ type: assert-set, threshold: 0.5, assert: [{ type: javascript, value: "0.4" }, { type: javascript, value: "0.7" }] }',
      'numbers count as they are',
      true,
    ],
  ]

  it.each(cases)('%s of %j holds: %s', async (assertion, output, holds) => {
    const { text, lost } = await converted(`prompts: ['{{x}}']\ntests: [{ vars: { x: v }, assert: [${assertion}] }]`)
    expect(lost).toEqual([])
    const [written] = await casesIn(text)
    const [check] = Object.values(written?.check ?? {})
    expect(await check?.(output, { evalCase: { metadata: written?.metadata } })).toBe(holds)
  })
})

describe('what promptfoo expects of the called tools', () => {
  const called = ['search_docs', 'search_web', 'answer']
  const cases: readonly (readonly [string, boolean])[] = [
    ['{ type: trajectory:tool-used, value: SEARCH_* }', true],
    ['{ type: trajectory:tool-used, value: [answer, refund] }', false],
    ['{ type: not-trajectory:tool-used, value: [answer, refund] }', false],
    ['{ type: not-trajectory:tool-used, value: refund }', true],
    ['{ type: trajectory:tool-used, value: { pattern: "search_*", min: 2, max: 2 } }', true],
    ['{ type: trajectory:tool-used, value: { name: refund, min: 0 } }', true],
    ['{ type: not-trajectory:tool-used, value: { name: answer, max: 1 } }', false],
    ['{ type: trajectory:tool-sequence, value: [search_docs, answer] }', true],
    ['{ type: trajectory:tool-sequence, value: [answer, search_docs] }', false],
    ['{ type: trajectory:tool-sequence, value: { mode: exact, steps: [search_docs, answer] } }', false],
    [
      '{ type: trajectory:tool-sequence, value: { mode: exact, steps: ["search_*", { pattern: "*web" }, answer] } }',
      true,
    ],
    ['{ type: trajectory:step-count, value: { type: tool, max: 2 } }', false],
    ['{ type: trajectory:tool-used, value: answer, transform: "nothing.here" }', true],
  ]

  it.each(cases)('%s holds: %s', async (assertion, holds) => {
    const { text, lost } = await converted(`prompts: ['{{x}}']\ntests: [{ vars: { x: v }, assert: [${assertion}] }]`)
    expect(lost).toEqual([])
    const [written] = await casesIn(text)
    const [check] = Object.values(written?.check ?? {})
    expect(await check?.('', { calls: called.map((name) => ({ name })) })).toBe(holds)
  })

  it('is listed where it is about other steps, arguments, the goal or a template', async () => {
    const { lost } = await converted(`
prompts: ['{{x}}']
tests:
  - vars: { x: v }
    assert:
      - { type: trajectory:step-count, value: { max: 2 } }
      - { type: trajectory:tool-used, value: { name: '{{x}}' } }
      - { type: trajectory:tool-args-match, value: { name: answer, args: {} } }
      - { type: trajectory:goal-success, value: done }
`)
    expect(lost).toHaveLength(4)
  })
})

type Check = (output: string, context: object) => unknown

/** The cases of a written evaluation, which is loaded. */
async function casesIn(text: string) {
  const file = join(place, `check-${Math.abs(hash(text))}.mjs`)
  writeFileSync(file, text.replace(/^import \{ evaluation \}.*$/m, 'const evaluation = (name, settings) => settings'))
  const { default: settings } = (await import(file)) as {
    default: { cases: { check: Record<string, Check>; metadata: object }[] }
  }
  return settings.cases
}

function hash(text: string): number {
  return [...text].reduce((sum, sign) => (sum * 31 + (sign.codePointAt(0) ?? 0)) | 0, 7)
}
