import type { EvalCase, Invocation } from '../../core/index.ts'
import type {
  CaseDocuments,
  DocumentReview,
  Override,
  PageText,
  RequirementTable,
  ReviewedDocument,
} from '../../packs/review/document-review.ts'

type ReviewWish = Pick<DocumentReview, 'documentIds' | 'checkName' | 'checkDescription' | 'languageName' | 'assignedTo'>

type DocumentFile = { readonly name: string; readonly mimeType: string; readonly bytes: Uint8Array }

/**
 * The documents that people upload, their reviews, and people's decisions on the reviews. Ids are looked up in the store.
 *
 * @throws {EvalError} `usage` for an unknown id
 */
export interface DocumentReviews {
  /** Sorted newest first. */
  documents(): Promise<ReviewedDocument[]>
  /** @throws {EvalError} `format` when it is no document that can be read */
  upload(file: { readonly name: string; readonly bytes: Uint8Array }): Promise<ReviewedDocument>
  remove(documentId: string): Promise<void>
  pages(documentId: string): Promise<PageText[]>
  file(documentId: string): Promise<DocumentFile>
  /** Returns the reviewer of the next review. @throws {EvalError} when the config names one that cannot be reached */
  reviewer(): Promise<{ readonly name: string; readonly asksModel: boolean }>
  /** Reads the requirements in a table. @throws {EvalError} `format` when it has none */
  requirements(table: { readonly name: string; readonly bytes: Uint8Array }): Promise<RequirementTable>
  /** Sorted newest first. */
  reviews(): Promise<DocumentReview[]>
  review(wish: ReviewWish, signal: AbortSignal): Promise<DocumentReview>
  override(reviewId: string, decision: Omit<Override, 'createdAt'>): Promise<DocumentReview>
  /** Saves a person's decision as a test case of the project. */
  saveCase(
    reviewId: string,
  ): Promise<{ readonly file: string; readonly cases: number; readonly review: DocumentReview }>
  /** Returns the documents that a case of a run names, as far as they lie in the project. */
  ofCase(evalCase: EvalCase, invocations: readonly Invocation[]): Promise<CaseDocuments>
  fileOfCase(evalCase: EvalCase, documentId: string): Promise<DocumentFile>
}
