import type { GetPromptResult, Prompt } from '@modelcontextprotocol/server'
import { WrongArguments } from '../tool.ts'

const ARGUMENT_CHARS_MAX = 2000

interface OwnPrompt extends Prompt {
  arguments: { name: string; description: string; required: boolean }[]
  text: (args: Record<string, string>) => string
}

const argument = (name: string, description: string, required = true) => ({ name, description, required })

const prompts: OwnPrompt[] = [
  {
    name: 'answer',
    title: 'Answer from the documentation',
    description: 'Answers a question from pages, with their addresses.',
    arguments: [argument('question', 'What to answer'), argument('item', 'Only from this item', false)],
    text: ({ question, item }) =>
      `Answer this question from the documentation in Sheaf: ${question}\n\nSearch${item ? ` in the item “${item}”` : ''}, fetch the pages that fit, and answer only from them. ` +
      'Name the address of each page that you used and how old it is. If the pages do not answer the question, say so.',
  },
  {
    name: 'review',
    title: 'Review a page',
    description: 'Compares a page with the code at hand and proposes corrections.',
    arguments: [argument('page', 'Number or address of the page')],
    text: ({ page }) =>
      `Fetch the page “${page}” from Sheaf and compare it with the code that you have here. List every statement that is wrong, missing or outdated, with the place in the code. ` +
      'Then propose the smallest edits that correct the page, with a reason, and give the address of the suggestion.',
  },
  {
    name: 'document',
    title: 'Document a change',
    description: 'Finds the pages that a change concerns and proposes their new text.',
    arguments: [argument('item', 'The item with the documentation'), argument('changed', 'What has changed')],
    text: ({ item, changed }) =>
      `This has changed: ${changed}\n\nBrowse and search the item “${item}” in Sheaf for the pages that the change concerns. ` +
      'Propose edits of these pages, and a new page only where none fits. Keep the language and the style of the pages.',
  },
]

export const listedPrompts: Prompt[] = prompts.map(({ text: _, ...prompt }) => prompt)

export function promptFor(name: string, given: Record<string, string>): GetPromptResult {
  const prompt = prompts.find((one) => one.name === name)
  if (!prompt) throw new WrongArguments(`Unknown prompt: ${name.slice(0, 100)}`)
  for (const { name: field, required } of prompt.arguments) {
    const value = given[field] ?? ''
    if (required && value.trim() === '') throw new WrongArguments(`${field}: is missing`)
    if (value.length > ARGUMENT_CHARS_MAX) throw new WrongArguments(`${field}: must have at most ${ARGUMENT_CHARS_MAX} characters`)
  }
  return { messages: [{ role: 'user', content: { type: 'text', text: prompt.text(given) } }] }
}
