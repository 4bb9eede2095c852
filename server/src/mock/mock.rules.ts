import { type Language, Refusal } from '@sheaf/contract'
import { jsonProblem, jsonProblemMessage } from '@sheaf/contract/json-problem'

/** A template is JSON; what is wrong with it is said in the language of whoever saves it. */
export function mustBeJson(template: string, language: Language) {
  const problem = jsonProblem(template)
  if (problem) throw new Refusal('mockNoJson', { problem: jsonProblemMessage(problem, language) })
}

/** Paths begin with a slash, as they do in an address. */
export function pathOf(sent: string): string {
  const path = sent.trim()
  return path.startsWith('/') ? path : `/${path}`
}
