/* Mermaid calculates with its colours, so they cannot be the tokens themselves; these are the values of tokens.css. */
const paper = { light: '#fffefc', dark: '#181c19' }
const sunken = { light: '#f7f5f0', dark: '#222723' }
const ink = { light: '#1d1c18', dark: '#e6e8e2' }
const quiet = { light: '#67645a', dark: '#969c92' }
const line = { light: '#d6d2c6', dark: '#3a423b' }
const accentSoft = { light: '#e6f1ea', dark: '#1d3229' }
const accentLine = { light: '#a9d0bd', dark: '#2f5e4a' }
const note = { light: '#faf0d9', dark: '#352a16' }
/* The six pigments of the item signs, as grounds. */
const pigments = {
  light: ['#e1efe7', '#e3ecf6', '#f8ecd0', '#f9e6e1', '#ece6f6', '#e7eae4'],
  dark: ['#1e352b', '#1e2c3d', '#352b17', '#3a2520', '#2b2539', '#29302b'],
}

/** Mermaid's theme variables in our colours. */
export function themeOf(dark: boolean, fontFamily: string): Record<string, unknown> {
  const tone = dark ? 'dark' : 'light'
  const scale = Object.fromEntries(
    Array.from({ length: 12 }, (_, at) => [
      [`cScale${at}`, pigments[tone][at % 6]],
      [`cScaleLabel${at}`, ink[tone]],
      [`cScaleInv${at}`, line[tone]],
    ]).flat(),
  )
  return {
    ...scale,
    darkMode: dark,
    dropShadow: 'none',
    fontFamily,
    fontSize: '14px',
    background: paper[tone],
    mainBkg: sunken[tone],
    primaryColor: accentSoft[tone],
    primaryTextColor: ink[tone],
    primaryBorderColor: accentLine[tone],
    secondaryColor: pigments[tone][1],
    tertiaryColor: pigments[tone][2],
    git0: pigments[tone][0],
    gitBranchLabel0: ink[tone],
    lineColor: quiet[tone],
    textColor: ink[tone],
    nodeBorder: accentLine[tone],
    clusterBkg: paper[tone],
    clusterBorder: line[tone],
    actorBkg: sunken[tone],
    actorBorder: accentLine[tone],
    actorLineColor: line[tone],
    noteBkgColor: note[tone],
    noteBorderColor: line[tone],
    noteTextColor: ink[tone],
    edgeLabelBackground: paper[tone],
  }
}
