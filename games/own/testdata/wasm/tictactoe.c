// Tic-tac-toe as a module of WebAssembly without a library: see docs/game-protocol.md.
// tictactoe.wasm beside it is made by
//
//	clang --target=wasm32 -O2 -mbulk-memory -nostdlib -Wl,--no-entry -Wl,--strip-all -o tictactoe.wasm tictactoe.c
#include <stdint.h>

enum { most = 2048, cells = 16 }; // states at once, cells of the largest board

static char question[8 + most * (4 + cells)];
static uint8_t answer[4 << 20];
static uint32_t ends[most * cells], name_ends[most * cells];
static uint64_t children[most * cells * 2 + 2]; // two words are copied at once
static char names[most * cells * 2];
static int side = 3, lines;
static uint32_t line[10]; // sets of cells

__attribute__((export_name("zermelo_reserve"))) char *reserve(uint32_t size) {
  if (size > sizeof question - 8) __builtin_trap();
  return question;
}

static uint8_t *put(uint8_t *to, const void *from, uint32_t size) {
  __builtin_memcpy(to, from, size);
  return to + size;
}

static uint8_t *number(uint8_t *to, uint32_t n) { return put(to, &n, 4); }

static uint8_t *text(uint8_t *to, const char *s) {
  while (*s) *to++ = *s++;
  return to;
}

static void choose(uint32_t size) { // {} or {"side":"4"}
  for (uint32_t i = 0; i < size; i++)
    if (question[i] >= '2' && question[i] <= '4') side = question[i] - '0';
  lines = 0;
  uint32_t falling = 0, rising = 0;
  for (int i = 0; i < side; i++) {
    uint32_t row = 0, column = 0;
    for (int k = 0; k < side; k++) row |= 1u << (i * side + k), column |= 1u << (k * side + i);
    line[lines++] = row, line[lines++] = column;
    falling |= 1u << (i * side + i), rising |= 1u << (i * side + side - 1 - i);
  }
  line[lines++] = falling, line[lines++] = rising;
}

static int won(uint32_t set) {
  for (int i = 0; i < lines; i++)
    if ((set & line[i]) == line[i]) return 1;
  return 0;
}

static uint8_t *expand(uint8_t *to) {
  uint32_t wanted = *(uint32_t *)question, n = *(uint32_t *)(question + 4);
  const uint32_t *asked = (uint32_t *)(question + 8);
  const char *s = question + 8 + 4 * n;
  uint32_t count = 0, at = 0, name_count = 0, size = side * side;
  if (n > most) __builtin_trap();
  to = number(to, n);
  for (uint32_t i = 0, from = 0; i < n; from = asked[i++]) {
    const char *state = s + from;
    uint32_t sets[2] = {0, 0};
    for (uint32_t k = 0; k < size; k++) sets[0] |= (uint32_t)(state[k] == 'x') << k, sets[1] |= (uint32_t)(state[k] == 'o') << k;
    uint32_t free = ~(sets[0] | sets[1]) & ((1u << size) - 1), mover = (size - __builtin_popcount(free)) & 1;
    uint32_t head[5] = {mover, 0, 0, 0, 0};
    if (won(sets[1 - mover]) || free == 0) {
      uint32_t first = won(sets[1 - mover]) ? 100 * mover : 50; // the last to move has won
      head[0] |= 1 << 8 | first << 16, head[1] = 100 - first;
    } else {
      head[0] |= wanted << 9;
      head[3] = __builtin_popcount(free), head[4] = 1;
      for (; free; free &= free - 1) {
        uint32_t cell = __builtin_ctz(free);
        char *child = (char *)children + at;
        ((uint64_t *)child)[0] = ((const uint64_t *)state)[0], ((uint64_t *)child)[1] = ((const uint64_t *)state)[1];
        child[cell] = "xo"[mover];
        ends[count++] = at += size;
        if (wanted) {
          names[2 * name_count] = 'a' + cell % side, names[2 * name_count + 1] = '0' + side - cell / side;
          name_count++, name_ends[name_count - 1] = 2 * name_count;
        }
      }
    }
    to = put(to, head, sizeof head);
  }
  to = put(put(number(to, count), ends, 4 * count), children, at);
  return put(put(number(to, name_count), name_ends, 4 * name_count), names, 2 * name_count);
}

__attribute__((export_name("zermelo_answer"))) uint64_t reply(uint32_t kind, uint32_t size) {
  uint8_t *to = number(answer, 0);
  if (kind == 1) {
    choose(size);
    to = text(to, "{\"zermelo\":1,\"title\":\"tictactoe\",\"roles\":[\"x\",\"o\"],\"total\":100,\"layers\":\"count:xo\",\"alphabet\":\"xo-\",\"length\":");
    uint8_t length[2] = {'0' + side * side / 10, '0' + side * side % 10};
    to = length[0] == '0' ? put(to, length + 1, 1) : put(to, length, 2);
    to = text(to, ",\"options\":[{\"name\":\"side\",\"default\":\"3\",\"low\":2,\"high\":4}]}");
  } else if (kind == 2) {
    for (int i = 0; i < side * side; i++) *to++ = '-';
  } else if (kind == 3) {
    to = expand(to);
  } else {
    __builtin_trap();
  }
  return (uint64_t)(uintptr_t)answer << 32 | (uint32_t)(to - answer);
}
