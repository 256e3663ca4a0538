/* The field of view of libtcod, by its C library, for `bench -- elsewhere`.
 *
 * In: "WIDTH HEIGHT RADIUS SECONDS" (radius 0: unlimited), HEIGHT rows of # and .,
 * a count, and as many lines "X Y". Out: for every algorithm "NAME PER_SECOND", then
 * a line for each place with 1 where something is seen. Time is the thread's own; the
 * best of five rounds counts.
 */
#define _POSIX_C_SOURCE 199309L
#include <libtcod/libtcod.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double now(void) {
  struct timespec at;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &at);
  return (double)at.tv_sec + (double)at.tv_nsec * 1e-9;
}

int main(void) {
  static const struct {
    const char *name;
    TCOD_fov_algorithm_t algorithm;
  } all[] = {
      {"basic", FOV_BASIC},
      {"diamond", FOV_DIAMOND},
      {"shadow", FOV_SHADOW},
      {"permissive-8", FOV_PERMISSIVE_8},
      {"restrictive", FOV_RESTRICTIVE},
      {"symmetric", FOV_SYMMETRIC_SHADOWCAST},
  };
  int width, height, radius, count;
  double seconds;
  if (scanf("%d %d %d %lf", &width, &height, &radius, &seconds) != 4) return 1;
  TCOD_map_t map = TCOD_map_new(width, height);
  char *row = malloc((size_t)width + 1);
  if (!map || !row) return 1;
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      if (scanf(" %c", &row[x]) != 1) return 1;
      TCOD_map_set_properties(map, x, y, row[x] == '.', row[x] == '.');
    }
  }
  if (scanf("%d", &count) != 1 || count < 1) return 1;
  int *places = malloc(sizeof(int) * 2 * (size_t)count);
  if (!places) return 1;
  for (int i = 0; i < 2 * count; ++i)
    if (scanf("%d", &places[i]) != 1) return 1;
  for (size_t a = 0; a < sizeof all / sizeof all[0]; ++a) {
    double best = 0;
    for (int turn = 0; turn < 5; ++turn) {
      double begin = now(), used = 0;
      long answered = 0;
      while (used < seconds / 5) {
        for (int i = 0; i < count; ++i)
          TCOD_map_compute_fov(map, places[2 * i], places[2 * i + 1], radius, true, all[a].algorithm);
        answered += count;
        used = now() - begin;
      }
      if ((double)answered / used > best) best = (double)answered / used;
    }
    printf("%s %.1f\n", all[a].name, best);
    for (int i = 0; i < count; ++i) {
      TCOD_map_compute_fov(map, places[2 * i], places[2 * i + 1], radius, true, all[a].algorithm);
      for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x)
          putchar(TCOD_map_is_in_fov(map, x, y) ? '1' : '0');
      putchar('\n');
    }
  }
  return 0;
}
