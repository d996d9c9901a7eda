import {
  type PromptRequest,
  checkItem,
  confidenceSection,
  feedbackSection,
  fenceSection,
  imageRules,
  languageSection,
  sections,
  toolsSection,
} from './prompt-parts.ts'

export function imagePrompt(request: PromptRequest & { readonly modelId: string }): string {
  const { task, modelId } = request
  return sections(
    `You are an AI assistant that reviews images (model: ${modelId}). You hold images against one check item and say whether they meet it.`,
    checkItem(task),
    `## Images
The images come with this task, in the order of the list in front of them: the first one has the index 0.
${fenceSection(request, 'images')}`,
    toolsSection(request),
    languageSection(task),
    `## Answer
Answer with one JSON object and nothing else: no text around it, no code fence.
{"result": "pass", "confidence": 0.95, "evidenceStatus": "sufficient", "explanation": "…", "shortExplanation": "…", "usedImageIndexes": [0], "boundingBoxes": [{"imageIndex": 0, "label": "…", "coordinates": [120, 80, 410, 560]}]}
- result: "pass" when the images meet the requirement, otherwise "fail"
- confidence: a number from 0 to 1, see below
- evidenceStatus: "sufficient", "partial" or "insufficient", see below
- explanation: how the result follows from what is to be seen, and on which image
- shortExplanation: the same in 80 characters or fewer
- usedImageIndexes: the indexes, counted from 0, of the images that your result really rests on; an empty list when it rests on none
- boundingBoxes: where on these images the decisive things are: imageIndex from 0, a label, and coordinates [x1, y1, x2, y2] of the upper left and the lower right corner on a scale from 0 to 1000 of width and height; an empty list when there is nothing to point at`,
    imageRules(task),
    confidenceSection('images'),
    feedbackSection(task),
  )
}
