import { z } from 'zod'
import { Message } from '../../core/basics/message.ts'
import { BoundingBox, Review, ReviewVerdict, UndecidedReview } from '../../core/review.ts'

export const ReviewedDocument = z.object({
  documentId: z.string(),
  /** The user's name for the document; only for display. */
  name: z.string(),
  mimeType: z.string(),
  pages: z.number(),
  bytes: z.number(),
  uploadedAt: z.string(),
  warnings: z.array(Message),
})
export type ReviewedDocument = z.infer<typeof ReviewedDocument>

/** A person's decision on a review, which may equal the reviewer's; with their name where a proxy says it. */
export const Override = z.object({
  verdict: ReviewVerdict,
  comment: z.string().optional(),
  by: z.string().optional(),
  createdAt: z.string(),
})
export type Override = z.infer<typeof Override>

export const CheckedQuote = z.object({
  quote: z.string(),
  status: z.enum(['verified', 'approximate', 'not-found']),
  /** The passages of the quote in the text of pages; for a quote that was not found, the most similar passages. */
  places: z.array(
    z.object({ documentId: z.string(), page: z.number(), start: z.number(), end: z.number(), text: z.string() }),
  ),
})
export type CheckedQuote = z.infer<typeof CheckedQuote>

export const RequirementRow = z.object({
  name: z.string(),
  description: z.string(),
  languageName: z.enum(['English', '日本語']),
  /** The person who decides where the reviewer cannot; empty where the table names nobody. */
  assignedTo: z.string(),
})
export type RequirementRow = z.infer<typeof RequirementRow>

/** Notes tell of rows and sheets that were left out. */
export const RequirementTable = z.object({ requirements: z.array(RequirementRow), notes: z.array(Message) })
export type RequirementTable = z.infer<typeof RequirementTable>

export const DocumentReview = z.object({
  reviewId: z.string(),
  documentIds: z.array(z.string()),
  checkName: z.string(),
  checkDescription: z.string(),
  languageName: z.enum(['English', '日本語']),
  assignedTo: z.string().optional(),
  reviewer: z.string(),
  /** A review without a verdict waits for a person. */
  review: z.union([Review, UndecidedReview]),
  quotes: z.array(CheckedQuote),
  createdAt: z.string(),
  durationMs: z.number(),
  /** Cost of the reviewer's model; absent when unknown. */
  dollars: z.number().optional(),
  override: Override.optional(),
  /** Decisions that a later one replaced, oldest first. */
  earlier: z.array(Override).optional(),
  savedAs: z.string().optional(),
})
export type DocumentReview = z.infer<typeof DocumentReview>

const share = z.number()

/** With `ocr`, the text was read off a picture: confidence is 0–1, positions of words are shares of the page. */
export const PageText = z.object({
  page: z.number(),
  text: z.string(),
  ocr: z
    .object({
      confidence: z.number(),
      words: z.array(z.object({ text: z.string(), left: share, top: share, width: share, height: share })),
    })
    .optional(),
})
export type PageText = z.infer<typeof PageText>

/** The documents that a case of a run names, and the places of the reviewer's quotes in them. */
export const CaseDocuments = z.object({
  documents: z.array(
    z.object({ documentId: z.string(), name: z.string(), mimeType: z.string(), pages: z.array(PageText) }),
  ),
  quotes: z.array(CheckedQuote),
  /** Images are counted over all documents. */
  boundingBoxes: z.array(BoundingBox),
})
export type CaseDocuments = z.infer<typeof CaseDocuments>
