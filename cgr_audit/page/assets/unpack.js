// Blocks of records travel compressed, and are unpacked when something in them is to be shown.
const UNPACKED_AT_ONCE = 12;
const unpacked = new Map();

async function unpack(id) {
  const text = document.getElementById(id).textContent;
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return JSON.parse(await new Response(stream).text());
}

async function packedRecord([block, place]) {
  if (!unpacked.has(block)) {
    if (unpacked.size >= UNPACKED_AT_ONCE) unpacked.delete(unpacked.keys().next().value);
    const records = unpack(`block-${block}`);
    unpacked.set(block, records);
    records.catch(() => unpacked.delete(block)); // so that opening the row again tries again
  }
  return (await unpacked.get(block))[place];
}
