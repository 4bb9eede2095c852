/** Lets the user choose files of these kinds; '' accepts every kind. */
export function pickFiles(accept: string, take: (files: File[]) => void) {
  const input = Object.assign(document.createElement('input'), { type: 'file', multiple: true, accept })
  input.addEventListener('change', () => take([...(input.files ?? [])]))
  input.click()
}
