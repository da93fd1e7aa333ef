/** Read a plant tag such as "name: Rose; height: 40; hardy". */
export function parseTag(text) {
  const tag = {};
  for (const part of text.split(';')) {
    const colon = part.indexOf(':');
    if (colon < 0) {
      tag[part.trim()] = true;
    } else {
      const value = part.slice(colon + 1).trim();
      tag[part.slice(0, colon).trim()] = /^[0-9]+$/.test(value) ? Number(value) : value;
    }
  }
  return tag;
}
