import {
  type PromptRequest,
  checkItem,
  confidenceSection,
  documentRules,
  feedbackSection,
  fenceSection,
  languageSection,
  sections,
  toolsSection,
} from './prompt-parts.ts'

export function documentPromptWithCitations(request: PromptRequest): string {
  return documentPrompt(request, {
    access:
      'The whole text of the documents comes with this task, page by page, so that every statement can be cited with its page.',
    example: `"citations": ["…", "…"]`,
    evidence:
      'citations: the passages that your result rests on, each an exact quote, copied character by character without the bar, from one page; no summary, no ellipsis',
    evidenceField: 'citations',
  })
}

/** The prompt for programs that still read `extractedText`, the evidence field of older reviewers. */
export function documentPromptWithExtractedText(request: PromptRequest): string {
  return documentPrompt(request, {
    access: 'The whole text of the documents comes with this task, page by page; there is nothing to open.',
    example: `"extractedText": "…"`,
    evidence:
      'extractedText: the passage that your result rests on, copied character by character without the bar; several as a list of texts',
    evidenceField: 'extractedText',
  })
}

type Evidence = {
  readonly access: string
  readonly example: string
  readonly evidence: string
  readonly evidenceField: string
}

function documentPrompt(request: PromptRequest, { access, example, evidence, evidenceField }: Evidence): string {
  const { task } = request
  return sections(
    'You are an expert document reviewer. You hold documents against one check item and say whether they meet it.',
    checkItem(task),
    `## Documents
${access}
${fenceSection(request, 'documents')}`,
    toolsSection(request),
    languageSection(task),
    `## Answer
Answer with one JSON object between the two markers, and with nothing outside of them:
<<JSON_START>>
{"result": "pass", "confidence": 0.95, "evidenceStatus": "sufficient", "explanation": "…", "shortExplanation": "…", ${example}, "pageNumber": 1}
<<JSON_END>>
- result: "pass" when the documents meet the requirement, otherwise "fail"
- confidence: a number from 0 to 1, see below
- evidenceStatus: "sufficient", "partial" or "insufficient", see below
- explanation: how the result follows from the documents, with the figures, names and places that decide it
- shortExplanation: the same in 80 characters or fewer
- ${evidence}
- pageNumber: the page of the passage that decides, counted from 1 as the fences count them`,
    documentRules(task, evidenceField),
    confidenceSection('documents'),
    feedbackSection(task),
  )
}
