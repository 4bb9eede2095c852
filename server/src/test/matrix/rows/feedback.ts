import type { Contract } from '@sheaf/contract'
import type { Case, Rows } from '../case.ts'

const browser = { client_id: '0123456789abcdef' }
/** Without a note: visitors of the matrix share an address, and from the third note one needs a captcha. */
const answer = { ...browser, feedback_type: '2', reasons: '["wrong"]', version: '1', shown_ms: '5000', website: '', captcha: '' }

/** In the pages of the scoped roles, and in the rest; the item of each world asks everyone. */
const inBoth = (who: Case['who'], more: Record<string, string>): Case[] => [
  { who, at: 'own', byPage: true, fields: ({ pages }) => ({ page_id: pages.own, ...more }) },
  { who, at: 'rest', byPage: true, fields: ({ pages }) => ({ page_id: pages.other, ...more }) },
  { who: 'none', byPage: true, fields: ({ binned }) => ({ page_id: binned, ...more }) },
]
const listed = { page_id: '0', page: '1', count: '100' }

export const feedbackRows: { feedback: Rows<Contract['feedback']>; pageFeedback: Rows<Contract['pageFeedback']> } = {
  feedback: {
    info: inBoth('visit', browser),
    give: inBoth('giveFeedback', answer),
    getList: [{ who: 'editorsSee', fields: ({ item_id }) => ({ ...listed, item_id, state: '' }) }],
    pages: [{ who: 'editorsSee', fields: ({ item_id }) => ({ ...listed, item_id }) }],
    settle: (['own', 'other'] as const).map((name) => ({
      who: 'edit',
      at: name === 'own' ? 'own' : 'rest',
      fields: ({ notes }) => ({ feedback_id: notes[name], state: 'answered', answer: 'Mended' }),
    })),
    settings: [{ who: 'manage', fields: ({ item_id }) => ({ item_id }) }],
    saveSettings: [{ who: 'change', fields: ({ item_id }) => ({ item_id, feedback_from: '1', feedback_show: '1' }) }],
  },
  pageFeedback: {
    getStat: inBoth('visit', browser),
    submit: inBoth('giveFeedback', { ...browser, feedback_type: '1' }),
  },
}
