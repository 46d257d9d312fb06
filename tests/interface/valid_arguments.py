# SPDX-License-Identifier: Apache-2.0
"""How to make a valid argument of each parameter of the public functions, for make_bad_calls.py.

Expressions are C; `f` is the fixture of bad_calls.h. A key is a function with a parameter, else the
name of a parameter, else a type. A function that is called with these arguments returns LUDO_OK.
"""

# objects of the fixture, by type
OBJECTS = {"ludo_spec": "f->spec", "ludo_model": "f->model", "ludo_sim": "f->sim",
           "ludo_dynamics": "f->dynamics", "ludo_linearizer": "f->linearizer",
           "ludo_batch": "f->batch",
           "ludo_ldu": "f->ldu", "ludo_recorder": "f->recorder",
           "ludo_trajectory": "f->trajectory"}

# by function and parameter
BY_FUNCTION = {
    "ludo_model_fluid.model": "f->wet_model",  # bodies in a fluid need another integrator
    "ludo_model_fluid_count.model": "f->wet_model",
    "ludo_spec_fluid.spec": "f->wet_spec",
    "ludo_spec_fluid_count.spec": "f->wet_spec",
    "ludo_spec_set_fluid.spec": "f->wet_spec",
    "ludo_spec_remove_fluid.spec": "f->wet_spec",
    "ludo_spec_append.other": "f->wet_spec",
    "ludo_spec_set_joint.joint": "3",  # of a body that may float
    "ludo_dynamics_inverse_kinematics.count": "1",
    "ludo_linearizer_create.sim": "f->arm",
    "ludo_linearizer_step.sim": "f->arm",
    "ludo_linearizer_step.h": "0.01",
    "ludo_sim_momenta.sim": "f->arm",
    "ludo_sim_copy.to": "f->twin",
    "ludo_model_set_body_inertia.inertia": "bad_calls_inertia",
    "ludo_dynamics_inverse_loops.strength": "NULL",
    "ludo_load_file.path": "f->model_file",
    "ludo_load_append.path": "f->model_file",
    "ludo_load_append.spec": "f->wet_spec",  # other names than those of the file
    "ludo_load_model.path": "f->model_file",
    "ludo_sim_run.steps": "1",
    "ludo_batch_get_sim.to": "f->arm",
    "ludo_batch_set_sim.from": "f->arm",
    "ludo_batch_set_model.model": "f->arm_model",
    "ludo_batch_create.count": "2",
    "ludo_batch_create.threads": "1",
    "ludo_batch_step.steps": "1",
    "ludo_batch_step_some.steps": "1",
    "ludo_batch_step_some.where": "NULL",
    "ludo_batch_reset.which": "NULL",
    "ludo_batch_reset.keyframe": "-1",
    "ludo_sim_set.quantity": "LUDO_POSITIONS",
    "ludo_sim_set.in": "f->q",
    "ludo_sim_set.count": "ludo_model_quantity_count(f->model, LUDO_POSITIONS)",
    "ludo_load_state.path": "f->state_file",
    "ludo_trajectory_open.path": "f->trajectory_file",
    "ludo_load_string.text": "bad_calls_text",
    "ludo_load_string.name": '"text.xml"',
    "ludo_load_string.length": "strlen(bad_calls_text)",
    "ludo_spec_set_option.name": '"gravity"',
    "ludo_spec_set_option.count": "3",
    "ludo_sim_set_servo.joint": "0",
    "ludo_sim_set_state.size": "f->state_size",
    "ludo_sim_set_state.bytes": "f->state",
    "ludo_spec_geom_gap.geom_b": "1",
    "ludo_sim_stop_force.joint": "0",
    "ludo_trajectory_contacts.out": "f->contacts",
    "ludo_sim_contacts.out": "f->contacts",
    "ludo_sim_contacts.room": "CONTACTS",
    "ludo_sim_contacts.count": "&f->number",
    "ludo_sim_overlaps.out": "f->overlaps",
    "ludo_sim_overlaps.room": "CONTACTS",
    "ludo_sim_overlaps.count": "&f->number",
    "ludo_sim_get.count": "ludo_model_quantity_count(f->model, LUDO_POSITIONS)",
    "ludo_dynamics_set_activations.count": "ludo_model_activation_count(f->model)",
}

# by a pattern of function and parameter
BY_PATTERN = (
    # whole quantities: the count is the length of the quantity
    (r"ludo_sim_[gs]et_(\w+s)\.count",
     lambda match: f"ludo_model_quantity_count(f->model, LUDO_{match[1].upper()})"),
)

# by name of the parameter
BY_NAME = {
    "h": "0.001",
    "q": "f->q",
    "path": "f->new_file",
    "format": '"mjcf"',
    "wanted": '"bal"',
    "message": '"a note"',
    "name": '"bob"',
    "room": "ROOM",
    "size": "sizeof f->text",
    "bytes": "f->bytes",
    "user": "NULL",
    "allocator": "NULL",
    "group": "f->groups",
}

# by type
BY_TYPE = {
    "int32_t": "0", "int64_t": "0", "size_t": "0", "double": "0.5", "bool": "false",
    "uint32_t": "0",
    "ludo_frame": "{{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0, 0.0}}",
    "ludo_vec3": "{0.0, 0.0, 0.0}",
    "ludo_place": "{NULL, 0, 0}",
    "ludo_force_function *": "no_force",
    "ludo_warning_function *": "no_warning",
    "ludo_warning_function *": "no_warning",
    "char *": "f->text",
}

# settings of structs that a caller fills, after their default function
SETTINGS = {
    "ludo_body_def": "mass = 1.0; inertia[0] = 1.0; inertia[1] = 1.0; inertia[2] = 1.0",
    "ludo_joint_def": 'type = "hinge"; parent = 0; child = 5; axis.z = 1.0; axis2.x = 1.0; '
                      'along[0].limited = true; along[0].range[1] = 1.0',
    "ludo_coupling_def": "joint = 0; from = -1",
    "ludo_site_def": "body = 0",
    "ludo_mesh_def": "vertex = bad_calls_vertex; vertex_count = 4; face = bad_calls_face; "
                     "face_count = 4",
    "ludo_geom_def": 'type = "box"; size[0] = 0.1; size[1] = 0.1; size[2] = 0.1',
    "ludo_pair_def": "geom_a = 0; geom_b = 1; condim = 3",
    "ludo_exclude_def": "body_a = 0; body_b = 2",
    "ludo_attachment": 'prefix = "other_"',
    "ludo_ik_target": "body = 4",
    "ludo_fluid_def": "body = 0; displaced_mass = 0.1",
    "ludo_spring_def": 'type = "distance"; site_a = 0; site_b = 1; stiffness = 1.0',
    "ludo_actuator_def": "gear = 1.0; gain = 1.0; control_limited = true; "
                         "force_limited = true; control_range[1] = 1.0; force_range[1] = 1.0",
    "ludo_body_state": "orientation.w = 1.0",
    "ludo_ldu_pattern": "nodes = 2; dim = bad_calls_dim; edges = 1; edge = bad_calls_edge",
    "ludo_name_list": "count = 2; name = name_of",
    "ludo_step_report": "time = 1.0",
    "ludo_sample": "contact_count = 1",
}

# parameters that -1 is a valid number of: the world, the reference pose
NEGATIVE = r"ludo_dynamics_(point|body|center)\w*\.body|ludo_(sim|batch)_reset\.keyframe"

# index of the last number of an array: by function and parameter, and by name in dynamics.h
LAST = {
    "q": "ludo_model_position_count(f->model) - 1", "v": "ludo_model_dof(f->model) - 1",
    "a": "ludo_model_dof(f->model) - 1", "effort": "ludo_model_dof(f->model) - 1",
    "strength": "ludo_model_dof(f->model) - 1", "u": "ludo_model_actuator_count(f->model) - 1",
    "ludo_model_set_body_inertia.inertia": "5",
    "ludo_model_set_spring.rest": "1",
    "ludo_model_set_actuator_gains.bias": "2",
}

# lengths of arrays, which have to be that long, and numbers of steps: wrong only below zero
LENGTHS = ("ludo_sim_run.steps", "ludo_batch_step.steps", "ludo_batch_step_some.steps",
           "ludo_batch_create.threads",
           "ludo_batch_create.count", "ludo_sim_contacts.room", "ludo_sim_overlaps.room",
           "ludo_dynamics_inverse_kinematics.count")

# parameters that are tested by hand, or whose contract excludes the value, with the reason
NOT_TESTED = {
    "ludo_body_state.com": "ignored: it follows from the position",
    "ludo_step_report.residual": "recorded as it is",
    "ludo_step_report.smallest_pivot": "recorded as it is",
    "ludo_step_report.energy_scale": "ignored: it is not recorded",
    "ludo_spec_add_closure.def.along": "ignored: no force acts along a closure",
    "ludo_spec_set_closure.def.along": "as above",
    "ludo_model_set_dof.along.range": "ignored: the joint has no limits",
    "ludo_joint_def.along[LUDO_MAX_DOF - 1]": "a hinge has one degree of freedom",
    "ludo_sample": "only the numbers of contacts are read",
    "ludo_run_end.wall": "recorded as it is",
    "ludo_batch_reset.number": "ignored: without a list all are reset",
    "ludo_batch_run.steps": "all of them would be made",
    "ludo_batch_run.h": "a simulation that fails has that status from then on",
    "ludo_load_string.length": "the text has to have that many bytes",
    "ludo_sim_copy.from": "tested as `to`",
    "ludo_name_list.count": "a list has to have that many names",
    "ludo_name_list.name": "a list without a function has no names",
    "ludo_names_suggest.size": "the text has to have that much room",
    "ludo_spec_add_link.joint.child": "ignored: it becomes the new body",
    "ludo_node_format.size": "the text has to have that much room",
    "ludo_sim_set_state.size": "tested by hand: the state has to have that many bytes",
}
