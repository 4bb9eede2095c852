/** A page by name, and what it is made from. */
export interface Named {
  place: string[]
  title: string
  from: string
}

export interface Outcome {
  created: Named[]
  changed: Named[]
  unchanged: number
  /** Changed on the site by somebody since the last push; the page's history keeps that text. */
  overwritten: Named[]
  failed: (Named & { reason: string })[]
  /** Pushed earlier, and nothing makes them any more. */
  orphans: (Named & { page_id: string })[]
  deleted: Named[]
}

export const nothingYet = (): Outcome => ({
  created: [],
  changed: [],
  unchanged: 0,
  overwritten: [],
  failed: [],
  orphans: [],
  deleted: [],
})
