import type { Plan, PlanCatalog, PlanPage } from '../../import-plan/types.ts'

/** Characters of a handful: what is taken over at once holds up everybody else on the other side. */
const BATCH_CHARACTERS = 256 * 1024

function* pagesOf(place: PlanCatalog): Generator<PlanPage> {
  yield* place.pages
  for (const below of place.catalogs) yield* pagesOf(below)
}

/** Takes the texts out of a plan, in handfuls; `putTexts` puts them back in on the other side. */
export function* takeTexts({ root }: Plan): Generator<string[]> {
  let [texts, size]: [string[], number] = [[], 0]
  for (const page of pagesOf(root)) {
    texts.push(page.content)
    size += page.content.length
    page.content = ''
    if (size < BATCH_CHARACTERS) continue
    yield texts
    ;[texts, size] = [[], 0]
  }
  yield texts
}

export function putTexts(plan: Plan, handfuls: string[][]): Plan {
  const texts = handfuls.flat().values()
  for (const page of pagesOf(plan.root)) page.content = texts.next().value ?? ''
  return plan
}
