import { growth } from '../../../test/growth.ts'
import { describe, expect, it } from 'vitest'
import type { TextDocument } from '../document.ts'
import { documentSections } from './document-sections.ts'

function written(text: string, kind: TextDocument['kind'] = 'markdown'): TextDocument {
  return { name: 'guide.md', kind, pages: [{ number: 1, text, warnings: [] }], warnings: [] }
}

async function outline(text: string, kind?: TextDocument['kind']): Promise<string> {
  const { title, tags, sections } = await documentSections(written(text, kind))
  const lines = sections.map(({ headings, text: own }) => `=== ${headings.join(' > ')}\n${own}`)
  return [`title: ${title ?? '–'}, tags: ${tags.join(', ')}`, ...lines].join('\n')
}

describe('the sections of Markdown', () => {
  it('take title and tags from the front matter, which is no text', async () => {
    const text =
      '---\ntitle: "Queue: growing"\ndescription: How to drain it\ntags: [queue, amqp]\n---\n\nFirst.\n\n## Drain\n\nStop it.\n'
    expect(await outline(text)).toMatchInlineSnapshot(`
      "title: Queue: growing, tags: queue, amqp
      === Queue: growing
      First.
      === Queue: growing > Drain
      Stop it."
    `)
    expect(await outline('+++\ntitle = "In TOML"\n+++\n## A\nText.')).toMatchInlineSnapshot(`
      "title: In TOML, tags: 
      === In TOML > A
      Text."
    `)
    expect(await outline('---\ntitle: [broken\n---\n# A\nText.\n\n---\n\nMore.')).toMatchInlineSnapshot(`
      "title: [broken, tags: 
      === A
      Text.

      More."
    `)
  })

  it('stand under the path of their headings, and keep lists nested and code as it is', async () => {
    const text = `# Top {#top}

Intro.

Setext
------

1. One
   - inner \`a  b\`
     - deeper

   \`\`\`sh
   # no heading
   ls [x](y)
   \`\`\`
2. Two

#### Deep *one*

Text.

## Empty
`
    expect(await outline(text)).toMatchInlineSnapshot(`
      "title: –, tags: 
      === Top
      Intro.
      === Top > Setext
      1. One
         - inner \`a  b\`
           - deeper

         \`\`\`sh
         # no heading
         ls [x](y)
         \`\`\`
      2. Two
      === Top > Setext > Deep one
      Text."
    `)
  })

  it('say what a reader sees of HTML, links, images and escapes', async () => {
    const text = `# A
<details>
<summary>Full <b>context</b></summary>

See [the docs][1], [here](#anchor) and <https://a.example/b>. Delete pod <pod-name> &amp; <NAMESPACE>.&#x200B; Not \\*bold\\*.

<table><tr><th>Name</th><th>What</th></tr><tr><td>a</td><td>b</td></tr></table>
<!-- a comment

over a blank line -->
![a chart](x.png) line<br>break <script>alert(1)</script>

</details>

[1]: https://docs.example/x
`
    expect(await outline(text)).toMatchInlineSnapshot(`
      "title: –, tags: 
      === A
      Full context

      See the docs (https://docs.example/x), here and https://a.example/b. Delete pod <pod-name> & <NAMESPACE>. Not *bold*.

      Name | What |
      a | b |

      a chart line break alert(1)"
    `)
  })

  it('leave out what writers tell their site of a block, a link or an image', async () => {
    const text = `# Restart {#restart}

![the console](a.png){ width=50% } Open [the console](https://c.example/x){:target="_blank"} and type \`kill {pid}\`.
{: .note }

Set {name} in (the file){a}.
`
    expect(await outline(text)).toMatchInlineSnapshot(`
      "title: –, tags: 
      === Restart
      the console Open the console (https://c.example/x) and type \`kill {pid}\`.

      Set {name} in (the file){a}."
    `)
  })

  it('say the words of links with brackets, pictures and references in them, and of headings with HTML', async () => {
    const text = `## <a name="bots"></a>Bots [Old] with \`code\` <sup>**2**</sup>

[@renovate[bot]](https://b.example/r) and [![Build](https://c.example/i.svg)](https://c.example/) by [the team][].
- See [ ] and [undefined].[^1]

   ### In a list

[the team]:
  https://t.example
[^1]: <Please>
`
    expect(await outline(text)).toMatchInlineSnapshot(`
      "title: –, tags: 
      === Bots [Old] with code 2
      @renovate[bot] (https://b.example/r) and Build (https://c.example/) by the team (https://t.example).

      - See [ ] and [undefined].[^1]
      === Bots [Old] with code 2 > In a list
      [^1]: <Please>"
    `)
  })

  it('have a table that a line rules off as text, and not as a heading', async () => {
    expect(await outline('# A\n| Port | Use |\n|---|---|\n| 80 | web |\n---\nText.')).toMatchInlineSnapshot(`
      "title: –, tags: 
      === A
      | Port | Use |
      |---|---|
      | 80 | web |
      ---

      Text."
    `)
  })

  it('have what stands behind a comment in its line', async () => {
    expect(await outline('# A\n<!-- note --> Stop it.\n\n<!-- of\n\nlines --> Start it.')).toMatchInlineSnapshot(`
      "title: –, tags: 
      === A
      Stop it.

      Start it."
    `)
  })

  it('have code as it is, also where lists and tables are ruled off by many dashes', async () => {
    const text = `| a &amp; b |\n|${'-'.repeat(60)}|\n| [c](x) |\n\n    <b>a</b> &lt;\n    c\n\n${'- '.repeat(60)}[c](x) &amp; d\n`
    expect(await outline(text)).toMatchInlineSnapshot(`
      "title: –, tags: 
      === 
      | a & b |
      |------------------------------------------------------------|
      | c |

          <b>a</b> &lt;
          c

      - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - [c](x) &amp; d"
    `)
  })

  it('have what stands below a line break in HTML', async () => {
    const text = '# Steps\n\n<br>\nUnplug it <br>now.\n'
    expect(await outline(text)).toMatchInlineSnapshot(`
      "title: –, tags: 
      === Steps
      Unplug it
      now."
    `)
  })

  it('have what stands behind a hidden part of HTML, whatever letters stand before it', async () => {
    const text = '<div>İİİİ<STYLE>p { }</Style>Unplug it.</div>\n'
    expect(await outline(text)).toMatchInlineSnapshot(`
      "title: –, tags: 
      === 
      İİİİUnplug it."
    `)
  })

  it.each(['<!-- to do --', '<pre>', '<script>', '<STYLE media="print">'])(
    'have what stands behind %s that is never closed',
    async (open) => {
      const text = `<!-- done -->\n<pre>ok</pre>\n\n# Steps\n\nUnplug it.\n${open}\n\n## Report\n\nCall the desk.\n`
      const { sections } = await documentSections(written(text))
      expect(sections[0]?.text).toBe('ok')
      expect(sections.at(-1)).toMatchObject({ headings: ['Steps', 'Report'], text: 'Call the desk.' })
    },
  )

  it('of a long document without headings are divided between blocks', async () => {
    const { sections } = await documentSections(written('A paragraph of text.\n\n'.repeat(3000)))
    expect(sections.length).toBeGreaterThan(3)
    expect(sections.every(({ text }) => text.length <= 13_000 && text.endsWith('text.'))).toBe(true)
  })

  it.each([
    '[',
    '![',
    '>',
    '*a ',
    '`a ',
    '- ',
    '1. ',
    '*a_ ',
    '<a ',
    '<!--',
    '- a\n',
    '[^a] ',
    '[a]: x\n',
    '|a|b|\n|-|-|\n',
    '<b>x',
    'a\n\n',
    '# a\n',
  ])('are read in work that grows with the length of a hostile document: %j', async (piece) => {
    const ratio = await growth((scale) => documentSections(written(piece.repeat(1000 * scale))))
    expect(ratio).toBeLessThan(2.6)
  })
})

describe('the sections of a text', () => {
  it('are guessed from lines that begin as headings do', async () => {
    expect(
      await outline(
        'Evidence runbook\n\nKeep it.\n\n■ Isolation\nUnplug the cable.\n\n2.1 Report\nCall the desk.',
        'text',
      ),
    ).toMatchInlineSnapshot(`
      "title: Evidence runbook, tags: 
      === Evidence runbook
      Evidence runbook

      Keep it.
      === Evidence runbook > Isolation
      Unplug the cable.
      === Evidence runbook > Isolation > 2.1 Report
      Call the desk."
    `)
  })

  it('stand under lines that are drawn as headings, in reStructuredText and AsciiDoc', async () => {
    const restructured =
      '=========\nDisk full\n=========\n\nKeep calm.\n\nSteps\n-----\n\n1. Run df.\n\nAfterwards\n----------\nTell them.\n\n   2.5 GB are enough\n\nNames\n~~~~~\n\n=====  =====\nName   Size\n=====  =====\nroot   9 GB\n=====  =====\n'
    expect(await outline(restructured, 'text')).toMatchInlineSnapshot(`
      "title: –, tags: 
      === Disk full
      Keep calm.
      === Disk full > Steps
      1. Run df.
      === Disk full > Afterwards
      Tell them.

         2.5 GB are enough
      === Disk full > Afterwards > Names
      =====  =====
      Name   Size
      =====  =====
      root   9 GB
      =====  ====="
    `)
    const asciidoc =
      '= Restart the web server\n\n== Steps\n\n. Drain the node\n. Restart it\n\n[source,bash]\n----\nsystemctl restart nginx\n----\n\n== Afterwards\n\nTell them.\n'
    expect(await outline(asciidoc, 'text')).toMatchInlineSnapshot(`
      "title: –, tags: 
      === Restart the web server > Steps
      . Drain the node
      . Restart it

      [source,bash]
      ----
      systemctl restart nginx
      ----
      === Restart the web server > Afterwards
      Tell them."
    `)
  })

  it('of a PDF stand under the lines that are set larger', async () => {
    const text = 'Evidence of\nincidents\n\n1. Ask the owner\nKeep it.\n\nReport\n\nCall.'
    const headings = [
      { start: 0, level: 1 },
      { start: 12, level: 1 },
      { start: text.indexOf('Report'), level: 2 },
    ]
    const document: TextDocument = {
      name: 'a.pdf',
      kind: 'pdf',
      pages: [{ number: 1, text, headings, warnings: [] }],
      warnings: [],
    }
    expect((await documentSections(document)).sections).toMatchInlineSnapshot(`
      [
        {
          "headings": [
            "Evidence of incidents",
          ],
          "pages": [
            1,
            1,
          ],
          "text": "1. Ask the owner Keep it.",
        },
        {
          "headings": [
            "Evidence of incidents",
            "Report",
          ],
          "pages": [
            1,
            1,
          ],
          "text": "Call.",
        },
      ]
    `)
  })
})
