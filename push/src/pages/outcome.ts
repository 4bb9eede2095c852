/** A page by name, and what it is made from. */
export interface PageName {
  place: string[]
  title: string
  from: string
}

export interface Outcome {
  created: PageName[]
  changed: PageName[]
  unchanged: number
  /** Changed on the site by somebody since the last push; the page's history keeps that text. */
  overwritten: PageName[]
  failed: (PageName & { reason: string })[]
  /** Pushed earlier, and nothing makes them any more. */
  orphans: (PageName & { page_id: string })[]
  deleted: PageName[]
}

export const emptyOutcome = (): Outcome => ({
  created: [],
  changed: [],
  unchanged: 0,
  overwritten: [],
  failed: [],
  orphans: [],
  deleted: [],
})
