import type { Episode } from './episodes.ts'

const clean = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** German listeners read "oder", so the note must not be translated back: "Abo kaufen oder by mail bestellen". */
export const NOTE = 'Abo online kaufen oder by mail bestellen'

export function feed(title: string, episodes: Episode[]): string {
  const items = episodes.map(
    (each) => `<item><title>${clean(each.title)}</title><itunes:duration>${each.seconds}</itunes:duration></item>`,
  )
  return `<rss version="2.0"><channel><title>${clean(title)}</title><description>${NOTE}</description>${items.join('')}</channel></rss>`
}
