/**
 * The element with the text of a page. No heading can have this id: headings are named by their letters, and pages with a heading "Text"
 * or "Content" are frequent.
 */
export const MAIN_ID = 'text~'
