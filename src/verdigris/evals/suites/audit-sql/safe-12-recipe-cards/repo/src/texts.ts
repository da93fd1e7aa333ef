/** What the page says. Nothing of it reaches the database. */
export const texts = {
  choose: (count: number): string => `Select one of ${count} cards from the box`,
  gone: (title: string): string => `Delete from the box: ${title}`,
  hint: 'Insert into the oven where it is hottest; update from time to time.',
  form: (name: string): string => `Select ${name} form the shelf`,
}

export function query(params: Record<string, string>): string {
  return Object.entries(params)
    .map(([key, value]) => `${key}=${encodeURIComponent(value)}`)
    .join('&')
}

export const link = (text: string): string => '/cards?' + query({ text, sort: 'title' })
