"""Extension of the table by training: exercises, what a trainee sees, and their reviews."""

from django.utils.translation import gettext_lazy

from procedures.training import verbs
from procedures.training.card import REGIONS
from procedures.training.exercises import titles_of
from procedures.training.instructor import TRAINED, first_lesson
from table.extensions import Acts, Extension, Screens, Training
from table.screens.audiences import StaffPage

PAGE = StaffPage(
    "training", gettext_lazy("Training"), gettext_lazy("Exercises at training tables, and their reviews."), TRAINED
)
TRAINING = Extension(
    name="training",
    acts=Acts(modules=(verbs,)),
    screens=Screens(regions=REGIONS, pages=(PAGE,)),
    training=Training(lessons=(first_lesson,), exercises=(titles_of,)),
)
